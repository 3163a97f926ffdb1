"""What a notebook keeps of an explorer: the position as a picture and in words.

The widget itself needs its kernel. So a second output goes with it, which frame.css hides while the
widget is there: what is left in a notebook that was saved, exported, or opened without its kernel.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Any

from IPython.display import display

from burgundy_lab.explorer.session import Session

# Without its kernel a widget is a line that no model was found: an output without any element.
HIDDEN = (
    "<style>.jp-OutputArea-child:has(+ .jp-OutputArea-child .burgundy-saved) > "
    ".jp-OutputArea-output:not(:has(*)) { display: none; }</style>"
)
NOTE = "The position when this cell was run. Run it again to explore from here."


def display_saved(session: Session, widget: dict[str, Any]) -> None:
    """Show the bundle of a widget, and for later the position."""
    show: Any = display
    show(widget, raw=True)
    show({"text/html": saved_html(session), "text/plain": saved_words(session)}, raw=True)


def saved_words(session: Session) -> str:
    """Return the position and its legal actions in words."""
    words = [choice.words for choice in session.choices]
    actions = [f"{len(words)} legal actions:", *(f"- {line}" for line in words)]
    return "\n".join([str(session.position), *(actions if words else ["the game is over"])])


def saved_html(session: Session) -> str:
    """Return the position as a picture and in words."""
    # As an image: styles in it reach nothing else, and notebooks that are not trusted show it.
    picture = b64encode(session.position._repr_svg_().encode()).decode()
    return (
        f'<div class="burgundy-saved">{HIDDEN}<p>{NOTE}</p>'
        f'<img alt="{escape(session.heading)}" style="width:100%;max-width:1100px" '
        f'src="data:image/svg+xml;base64,{picture}"><pre>{escape(saved_words(session))}</pre></div>'
    )
