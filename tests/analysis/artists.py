"""What a plot shows, read from its artists."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure


def texts(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def cells(ax: Axes) -> dict[tuple[int, int], str]:
    """Return what stands in each cell (row, column) of a map, line by line."""
    found: dict[tuple[int, int], str] = {}
    for text in ax.texts:
        x, y = text.get_position()
        at = (round(y), round(x))
        found[at] = f"{found[at]}\n{text.get_text()}" if at in found else text.get_text()
    return found


def error_bars(ax: Axes) -> list[list[float]]:
    """Return the ends of each interval that is drawn, along the axis of values."""
    ends = []
    for container in ax.containers:
        if hasattr(container, "has_yerr") and container.has_yerr:
            ends.append([y for _, y in container.lines[2][0].get_segments()[0]])
        elif hasattr(container, "has_xerr") and container.has_xerr:
            ends.append([x for x, _ in container.lines[2][0].get_segments()[0]])
    return ends


def outside(figure: Figure) -> list[str]:
    """Return the texts that stick out of a figure."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    unseen = undrawn_labels(figure)
    found = [
        t
        for t in figure.findobj(matplotlib.text.Text)
        if t.get_visible() and t.get_text() and t not in unseen
    ]
    boxes = [(t.get_text(), t.get_window_extent(renderer)) for t in found]
    frame = figure.bbox
    return [
        text
        for text, box in boxes
        if box.x0 < frame.x0 or box.y0 < frame.y0 or box.x1 > frame.x1 or box.y1 > frame.y1
    ]


def undrawn_labels(figure: Figure) -> set[matplotlib.text.Text]:
    """Return labels of ticks that are not drawn: beyond the ends of an axis, or on none."""
    labels = set()
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not ax.axison or not low <= tick.get_loc() <= high:
                    labels |= {tick.label1, tick.label2}
    return labels
