"""What one person explores: the settings of the sliders, the selection, and the answers.

Every change asks once. While a question is being answered, further changes wait, and only the last
of them is asked: however fast a slider moves, the page is never behind by more than one answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from shoal.engine.lattice import Lattice, Levels
from shoal.errors import ShoalError
from shoal.service.candidate_figures import Closely, Point, SweepAnswer
from shoal.web.pages.explore.hasse import FIRST, MOST, around, neighbors
from shoal.web.pages.explore.moves import Move, measure_move
from shoal.web.pages.explore.settings import Settings, Where
from shoal.web.pages.explore.sources import Source

WINDOW = 60  # candidates that the list holds at once


@dataclass(frozen=True)
class View:
    """What the page shows of the candidates.

    Attributes:
        selected: The candidate that is looked at closely; None: the best.
        where: Which candidates are listed.
        sort: What comes first in the list: loss, suppressed or smallest (see `filters.SORTS`).
        first: How many candidates before the window of the list are left out.
    """

    selected: Levels | None = None
    where: Where = field(default_factory=Where)
    sort: str = "loss"
    first: int = 0


@dataclass
class Seen:
    """The last answer.

    Attributes:
        answer: Best candidate, list, counts.
        nodes: The candidates in the picture.
        closely: The figures of the selected candidate; None if nothing is known of it.
        move: How long the answer took.
    """

    answer: SweepAnswer
    nodes: list[Levels]
    closely: Closely | None
    move: Move

    @property
    def lattice(self) -> Lattice:
        """All candidates."""
        ranges = self.answer["lattice"]
        return Lattice(tuple(ranges["minimum"]), tuple(ranges["maximum"]))

    @property
    def point(self) -> Point | None:
        """The best candidate with its risk, which only sweeps know; None if there is none."""
        return cast("Point | None", self.answer["best"])

    @property
    def best(self) -> Levels | None:
        """The levels of the best candidate; None if no candidate keeps the promises."""
        best = self.answer.get("best")
        return tuple(best["levels"].values()) if best else None


class Explorer:
    """Asks about candidates, and passes the answers to the parts of the page.

    Attributes:
        source: Who answers.
        settings: The k, limit and weights that are asked about.
        view: What is selected and listed.
        seen: The last answer; None before the first one.
        shows: Called with each answer.
        times: Called after `shows`, with the time that the answer took.

    Args:
        source: Who answers.
        settings: The settings to begin with.
        on_error: Called with the error if a question fails; the last answer stays.
    """

    def __init__(self, source: Source, settings: Settings, on_error: Callable[..., None]) -> None:
        self.source, self.settings, self.view = source, settings, View()
        self.seen: Seen | None = None
        self.shows: list[Callable[[Seen], None]] = []
        self.times: list[Callable[[Move], None]] = []
        self._nodes: list[Levels] = []
        self._wanted = self._answered = 0
        self._asking = False
        self._on_error = on_error

    async def set(self, settings: Settings) -> None:
        """Ask with another k, limit or weights; the list begins at its top again."""
        if settings != self.settings:
            self.settings, self.view = settings, replace(self.view, first=0)
            await self.ask()

    async def take(self, settings: Settings, levels: Levels) -> None:
        """Ask with other settings, and select a candidate."""
        self.settings, self.view = settings, replace(self.view, selected=levels, first=0)
        await self.ask()

    async def look(self, **changed: Any) -> None:  # noqa: ANN401  (fields of View)
        """Change what is selected, listed or sorted, or scroll, and ask if that is new."""
        view = replace(self.view, **changed)
        if view != self.view:
            self.view = view
            await self.ask()

    async def expand(self, levels: Levels) -> None:
        """Add the neighbors of a candidate to the picture."""
        if self.seen is not None:
            more = [one for one in neighbors(self.seen.lattice, levels) if one not in self._nodes]
            self._nodes = [*self._nodes, *more][:MOST]
            await self.ask()

    async def more(self, center: Levels) -> None:
        """Show three times as many candidates around one."""
        if self.seen is not None:
            most = min(MOST, 3 * max(FIRST, len(self._nodes)))
            self._nodes = around(self.seen.lattice, center, most)
            await self.ask()

    async def center(self, levels: Levels) -> None:
        """Show only the candidates around one."""
        if self.seen is not None:
            self._nodes = self._first_nodes(self.seen.lattice, levels)
            await self.ask()

    async def ask(self) -> None:
        """Ask until the last change is answered.

        If a question is being answered already, this returns at once, and the running call asks
        again.
        """
        self._wanted += 1
        if self._asking:
            return
        self._asking = True
        try:
            while self._answered < self._wanted:
                self._answered = self._wanted
                await self._ask_once()
        except ShoalError as error:
            self._on_error(error)
        finally:
            self._asking = False

    @property
    def is_behind(self) -> bool:
        """Whether a change waits that is newer than the question being answered."""
        return self._answered < self._wanted

    async def _ask_once(self) -> None:
        """Ask for everything that the page shows, and pass the answer on.

        If the picture does not hold the selected candidate, a second question is about its
        neighbors.
        """
        with measure_move() as move:
            base, view, nodes = self.settings.question, self.view, self._nodes
            answer = await self.source.ask(
                {
                    **base, "candidates": WINDOW, "skip": view.first, "sort": view.sort,
                    "stairs": True, "about": nodes, "closely": view.selected or "best",
                    "where": view.where,
                }
            )  # fmt: skip
            move.add_worker_time(answer)
            seen = Seen(answer, nodes, answer.get("closely"), move)
            if self._follow(seen, view.selected or seen.best):
                second = await self.source.ask({**base, "about": self._nodes})
                move.add_worker_time(second)
                answer["about"], seen.nodes = second["about"], self._nodes
            self.seen = seen
            for show in self.shows:
                show(seen)
        for tell in self.times:
            tell(move)

    def _follow(self, seen: Seen, center: Levels | None) -> bool:
        """Center the picture on a candidate that it does not hold; returns whether it did."""
        if self._nodes and (center is None or center in self._nodes):
            return False
        self._nodes = self._first_nodes(seen.lattice, center or seen.lattice.maximum)
        return True

    @staticmethod
    def _first_nodes(lattice: Lattice, center: Levels) -> list[Levels]:
        """The candidates that a new picture shows: all if they are few, else the nearest ones."""
        return around(lattice, center, MOST if lattice.size <= MOST else FIRST)
