"""A bar in a notebook that leaves its last state there. Imported late: it looks for widgets."""

from __future__ import annotations

from typing import Any

from IPython.display import display
from tqdm.notebook import tqdm_notebook


class NotebookBar(tqdm_notebook):  # type: ignore[misc, unused-ignore]
    """A bar whose output becomes text at its end.

    A notebook keeps what was displayed, not what became of a widget: without this a saved or
    exported one shows every bar at 0 %.
    """

    def __init__(self, **options: Any) -> None:
        """Show the bar; see `tqdm` for options."""
        self._output: Any = None
        super().__init__(display=False, **options)
        show: Any = display
        self._output = show(self.container, display_id=True)

    def close(self) -> None:
        """Stop counting, and leave the last state as text."""
        super().close()
        output, self._output = self._output, None
        if output is not None:
            output.update({"text/plain": self.container.__repr__(True)}, raw=True)
