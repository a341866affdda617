"""The runs of the study so far: a table, a comparison of two, and a way to forget one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from shoal.errors import ShoalError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.web.explain import heading
from shoal.web.labels import with_label
from shoal.web.modal import modal
from shoal.web.pages.explore.differences import differences, shorten
from shoal.web.pages.explore.figures_text import count, count_and_share, of_summary, percent
from shoal.web.problems import show_problems_in
from shoal.web.story import Story
from shoal.web.table import plain_table
from shoal.web.visit import Visit
from shoal.web.words import date_of

NEWEST = 50  # runs that are shown
HEADS = ("Made", "What differed", "Loss", "Suppressed", "Highest risk", "State", "")


@dataclass(frozen=True)
class Made:
    """A run with its figures.

    Attributes:
        run: The run.
        summary: Its summary; empty if it cannot be read.
        differed: How its study differed from that of the run before, in words.
    """

    run: stored.StoredRun
    summary: Mapping[str, Any]
    differed: str

    @property
    def time(self) -> str:
        """When it was made, to the minute."""
        return date_of(self.run.created)

    @property
    def moment(self) -> str:
        """When it was made, to the second, so that no two runs look the same."""
        return self.run.created[:19].replace("T", " ")

    @property
    def figures(self) -> list[str]:
        """Loss, suppressed records, risk, state."""
        records = of_summary(self.summary, "input", "records")
        return [
            percent(self.summary.get("loss_normalized")),
            count_and_share(self.summary.get("suppressed_records"), records),
            percent(of_summary(self.summary, "risk", "after", "highest")),
            "draft" if self.run.given is None else "given",
        ]


def load_runs(workspace: Workspace, owner: str, study: str) -> list[Made]:
    """The newest runs of a study, at most NEWEST, the newest first."""
    runs = stored.runs(workspace, owner, study)
    made = []
    for place, run in enumerate(runs):
        if place < len(runs) - NEWEST:
            continue
        differed = (
            shorten(differences(runs[place - 1].body, run.body)) if place else "the first run"
        )
        made.append(Made(run, _summary(workspace, owner, run.id), differed))
    return made[::-1]


def side_by_side(first: Made, second: Made) -> list[list[str]]:
    """The figures of two runs: lines with a name, and the texts of the first and the second."""
    lines = [["What differed", first.differed, second.differed]]
    names = ("Loss", "Suppressed", "Highest risk after", "State")
    parts = zip(names, first.figures, second.figures, strict=True)
    lines += [[name, one, other] for name, one, other in parts]
    for name, path in (("Classes", ("classes", "count")), ("Smallest class", ("classes", "min"))):
        values = [count(of_summary(one.summary, *path)) for one in (first, second)]
        lines.append([name, *values])
    levels = [of_summary(one.summary, "levels") or {} for one in (first, second)]
    for column in dict.fromkeys([*levels[0], *levels[1]]):
        lines.append([f"Level of {column}", *(str(one.get(column, "–")) for one in levels)])
    return lines


class RunsPart:
    """The table of runs."""

    def __init__(self, visit: Visit, story: Story) -> None:
        self._visit, self._story = visit, story
        self._found: list[Made] = []
        self._chosen: list[str] = []
        with ui.element("section").classes("card"):
            heading("Runs so far", "explore-runs")
            self._problem = ui.element("div")
            self._place = ui.element("div").classes("stack")
            self._beside = ui.element("div").classes("stack")

    async def load(self) -> None:
        """Show the runs that there are now."""
        self._found = await self._visit.call(load_runs, self._story.id)
        known = {one.run.id for one in self._found}
        self._chosen = [id for id in self._chosen if id in known]
        self._place.clear()
        with self._place:
            if not self._found:
                ui.label("None yet. Run the study, or apply a candidate.").classes("quiet")
            else:
                ui.label("Choose two to see them side by side.").classes("quiet small")
                self._table()
        self._compare()

    def _table(self) -> None:
        with ui.element("div").classes("scroll").props('tabindex="0" role="region"') as region:
            with_label(region, "Runs of this study")
            with ui.element("table").classes("plain runs"):
                with ui.element("thead"), ui.element("tr"):
                    for head in ("Compare", *HEADS):
                        with ui.element("th").props('scope="col"') as place:
                            with_label(place, head or "What to do")
                            ui.label(head)
                with ui.element("tbody"):
                    for one in self._found:
                        self._line(one)

    def _line(self, one: Made) -> None:
        """Show one run with a box to compare it; at most the two chosen last are compared."""

        def choose(event: Any) -> None:  # noqa: ANN401
            left = [id for id in self._chosen if id != one.run.id]
            self._chosen = [*left, one.run.id][-2:] if event.value else left
            self._compare()

        with ui.element("tr"):
            with ui.element("td"):
                box = ui.checkbox(value=one.run.id in self._chosen, on_change=choose)
                with_label(box.props("dense"), f"Compare the run of {one.moment}")
            with ui.element("td"):
                ui.link(one.time, f"{self._story.address('release')}?run={one.run.id}")
            for text in (one.differed, *one.figures):
                with ui.element("td").classes("number" if text[:1].isdigit() else ""):
                    ui.label(text)
            with ui.element("td"):
                forget = ui.button("Forget", on_click=lambda: self._ask_to_forget(one))
                with_label(forget.props("flat dense"), f"Forget the run of {one.moment}")

    def _compare(self) -> None:
        """Show the two chosen runs side by side; nothing if there are not two."""
        self._beside.clear()
        pair = [one for one in self._found if one.run.id in self._chosen]
        if len(pair) == 2:
            second, first = pair  # the older one stands left
            with self._beside:
                heading("Side by side", "explore-side-by-side", 3)
                heads = ("", first.time, second.time)
                plain_table(heads, side_by_side(first, second), "Two runs side by side")
                words = "; ".join(differences(first.run.body, second.run.body)) or "nothing"
                ui.label(f"Different in the study: {words}.").classes("quiet")

    async def _ask_to_forget(self, one: Made) -> None:
        """Forget a run once the person has confirmed it, and show the runs again."""
        with modal("Forget a run") as dialog, ui.card().classes("dialog"):
            ui.label(f"Forget the run of {one.time}?").classes("strong")
            ui.label("Its release, report and certificate are removed. What was given stays known.")
            with ui.element("div").classes("line"):
                ui.button("Forget it", on_click=lambda: dialog.submit(True)).props("color=negative")
                ui.button("Keep it", on_click=lambda: dialog.submit(False)).props("flat")
        if await dialog:
            with show_problems_in(self._problem, "Not forgotten"):
                await self._visit.call(stored.forget_run, one.run.id)
            await self.load()


def _summary(workspace: Workspace, owner: str, run: str) -> Mapping[str, Any]:
    """The summary of a run; empty if it cannot be read."""
    try:
        path = stored.steward_file(workspace, owner, run, "summary.json")
        summary: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, ShoalError):
        return {}
    return summary
