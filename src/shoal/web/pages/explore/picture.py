"""The lattice as a picture on the page, drawn by the browser."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.engine.lattice import Levels
from shoal.web.pages.explore.explorer import Seen
from shoal.web.pages.explore.figures_text import count, level_words, percent
from shoal.web.pages.explore.hasse import links, place_nodes

BEST, HOLDS, FAILS, UNKNOWN = "best", "holds", "fails", "unknown"
WORDS = {
    BEST: "the best",
    HOLDS: "satisfies",
    FAILS: "does not satisfy",
    UNKNOWN: "not known",
}


class Picture(Element, component="lattice.js"):
    """A Hasse diagram that can be zoomed, moved and walked with the arrow keys."""

    def __init__(self, on_choose: Callable[[Levels], Awaitable[None]]) -> None:
        super().__init__()
        self._props |= {"nodes": [], "links": [], "chosen": "", "words": WORDS}

        async def choose(event: GenericEventArguments) -> None:
            if levels := levels_in(event.args):
                await on_choose(levels)

        self.on("choose", choose)

    def show(self, seen: Seen, chosen: Levels | None) -> None:
        """Draw the candidates of an answer."""
        spots, pairs = _layout(tuple(seen.nodes))
        self._props["nodes"] = [
            [x, y, *one] for (x, y), one in zip(spots, node_words(seen), strict=True)
        ]
        self._props["links"] = pairs
        self._props["chosen"] = ",".join(map(str, chosen or ()))
        self.update()


def node_words(seen: Seen) -> list[list[str]]:
    """The levels (with commas), the state and the words of each node."""
    about, nodes = seen.answer["about"], []
    for at, node in enumerate(seen.nodes):
        state = BEST if node == seen.best else state_of(about["accepted"][at])
        loss, gone = about["loss_normalized"][at], about["suppressed_records"][at]
        figures = "" if loss is None else f", loss {percent(loss)}, {count(gone)} suppressed"
        words = f"{level_words(seen.answer['columns'], node)}: {WORDS[state]}{figures}"
        nodes.append([",".join(map(str, node)), state, words])
    return nodes


def state_of(accepted: bool | None) -> str:
    """The state of a candidate that is not the best; None: it is not known."""
    return UNKNOWN if accepted is None else HOLDS if accepted else FAILS


def levels_in(given: Any) -> Levels | None:  # noqa: ANN401  (whatever a browser sends)
    """Levels as a component sends them; None if the text is no list of levels."""
    try:
        levels = tuple(int(part) for part in str(given).split(","))
    except ValueError:
        return None
    return levels


def show_legend() -> None:
    """Show what the shapes mean."""
    with ui.element("ul").classes("legend").props('aria-label="Shapes of the picture"'):
        for state, words in WORDS.items():
            with ui.element("li"):
                ui.element("span").classes(f"shape {state}").props('aria-hidden="true"')
                ui.label(words)


@lru_cache(maxsize=32)
def _layout(nodes: tuple[Levels, ...]) -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """The place of each node, and the pairs of nodes that a line joins."""
    return place_nodes(nodes), links(nodes)
