"""Candidates as a list or as tiles."""

from collections.abc import Awaitable, Callable
from typing import TypedDict

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.engine.lattice import Levels
from shoal.service.candidate_figures import Candidate
from shoal.web.pages.explore.explorer import Seen
from shoal.web.pages.explore.figures_text import count, level_words, percent
from shoal.web.pages.explore.picture import BEST, WORDS, levels_in, state_of

LISTED = 200_000  # as far as a browser can scroll


class Listing(Element, component="candidates.js"):
    """A window of the list; the rest is asked for when a person scrolls there.

    Args:
        on_choose: Gets the levels of the candidate that is clicked.
        on_window: Gets the place in the list that a person scrolls to.
        tiles: Whether candidates are shown as tiles.
    """

    def __init__(
        self,
        on_choose: Callable[[Levels], Awaitable[None]],
        on_window: Callable[[int], Awaitable[None]],
        *,
        tiles: bool = False,
    ) -> None:
        super().__init__()
        self._props |= {"columns": [], "rows": [], "first": 0, "total": 0, "chosen": ""}
        self._props["tiles"] = tiles

        async def choose(event: GenericEventArguments) -> None:
            if levels := levels_in(event.args):
                await on_choose(levels)

        async def scroll(event: GenericEventArguments) -> None:
            if isinstance(event.args, int) and event.args >= 0:
                await on_window(min(event.args, LISTED))

        self.on("choose", choose)
        self.on("window", scroll)

    def show(self, seen: Seen, chosen: Levels | None, first: int) -> None:
        """Show the candidates of an answer.

        `first` is the place of the first of them in the list.
        """
        columns = seen.answer["columns"]
        self._props |= {
            "columns": columns,
            "rows": [line(one, columns, seen.best) for one in seen.answer["candidates"]],
            "first": first,
            "total": min(seen.answer["matching"], LISTED),
            "chosen": ",".join(map(str, chosen or ())),
        }
        self.update()


class Line(TypedDict):
    """One candidate as texts.

    Attributes:
        id: Its levels with commas.
        levels: Its levels.
        state: best, holds, fails or unknown.
        words: The state in words.
        loss: Its loss in percent.
        share: Its loss from 0 to 1.
        suppressed: Its number of suppressed records.
        smallest: The size of its smallest class.
        name: Its levels, each with its column.
    """

    id: str
    levels: Levels
    state: str
    words: str
    loss: str
    share: float
    suppressed: str
    smallest: str
    name: str


def line(one: Candidate, columns: list[str], best: Levels | None) -> Line:
    """A candidate as the list shows it."""
    levels = tuple(one["levels"].values())
    state = BEST if levels == best else state_of(one["accepted"])
    return {
        "id": ",".join(map(str, levels)),
        "levels": levels,
        "state": state,
        "words": WORDS[state],
        "loss": percent(one["loss_normalized"]),
        "share": round(one["loss_normalized"] or 0, 3),
        "suppressed": count(one["suppressed_records"]),
        "smallest": count(one["smallest_class"]),
        "name": level_words(columns, levels),
    }
