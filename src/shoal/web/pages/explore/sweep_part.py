"""What is possible: sliders, charts and candidates that are answered from one sweep."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server.stored import NotFound
from shoal.web.explain import explanation, heading
from shoal.web.pages.explore.candidates_part import CandidatesPart
from shoal.web.pages.explore.charts_part import Charts, settings_after
from shoal.web.pages.explore.explorer import Explorer, Seen
from shoal.web.pages.explore.figures_text import count, count_and_share, percent
from shoal.web.pages.explore.frontier_charts import Take
from shoal.web.pages.explore.moves import Move
from shoal.web.pages.explore.settings import Settings, settings_of
from shoal.web.pages.explore.sliders import Sliders
from shoal.web.pages.explore.sources import Swept
from shoal.web.pages.explore.sweeps import Sweep, remember
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit

FIGURES = {
    "Loss": "loss",
    "Suppressed": "suppressed",
    "Smallest class": "explore-smallest",
    "Highest risk": "explore-risk",
    "Candidates": "explore-accepted",
    "Answered": "explore-answered",
}
After = Callable[[], Awaitable[None]]


class SweepPart:
    """The parts of the page that are answered from one sweep.

    Args:
        visit: Who is at the page.
        story: The study.
        sweep: Its sweep.
        after: Called after a candidate was applied.
        again: Sweeps again; offered if the worker no longer keeps the sweep.
    """

    def __init__(
        self, visit: Visit, story: Story, sweep: Sweep, after: After, again: After
    ) -> None:
        self._visit, self._story, self._sweep, self._again = visit, story, sweep, again
        self._kept, self._moves = settings_of(story.body), 0
        self._explorer = Explorer(Swept(visit, sweep.job), self._kept, self._show_failure)
        with ui.element("section").classes("card"):
            heading("What is possible", "explore-possible")
            self._sliders = Sliders(self._kept, sweep.report["maximum_k"], self._apply_settings)
            self._problem = ui.element("div")
            self._figures = LiveFigures(FIGURES)
            self._time = ui.element("span").props("hidden").mark("move-time")
            self._no_answer = ui.element("div")
            self._keep_line()
            self._charts = Charts(sweep, self._explorer, self._take)
        self._explorer.shows += [self._show, self._charts.show]
        self._explorer.times.append(self._show_time)
        self._candidates = CandidatesPart(visit, story, self._explorer, after, self._keep_first)

    async def begin(self) -> None:
        """Show the first answer."""
        await self._explorer.ask()
        await self._charts.settle()
        await self._candidates.bookmarks.load()

    def _keep_line(self) -> None:
        with ui.element("div").classes("line wrap"):
            self._keep = ui.button("Keep these settings", icon="save", on_click=self._keep_them)
            self._keep.mark("keep")
            self._back = ui.button("Back to the study's", on_click=self._undo).props("flat")
            self._differs = ui.label("").classes("quiet small").props('role="status"')

    async def _apply_settings(self, settings: Settings) -> None:
        """Ask with other settings, then for the line over k if the weights are other ones."""
        await self._explorer.set(settings)
        await self._charts.settle()

    def _show(self, seen: Seen) -> None:
        """Show the figures of the best candidate, or say that there is none."""
        self._problem.clear()
        best, answer = seen.point, seen.answer
        of = f"{answer['accepted']:,} of {self._sweep.report['lattice_size']:,}"
        self._figures.show(
            loss=percent(best and best["loss_normalized"]),
            suppressed=count_and_share(best and best["suppressed_records"], answer["records"]),
            smallest_class=count(best and best["smallest_class"]),
            highest_risk=percent(best and best["highest_risk"]),
            candidates=of,
        )
        self._no_answer.clear()
        if best is None:
            with self._no_answer:
                sentence = (
                    "No candidate keeps so few records suppressed. Lower k, or raise the limit."
                )
                show_problems([sentence], "Not possible")
        self._tell_differences()

    def _show_time(self, move: Move) -> None:
        """Show the processor time of an answer in milliseconds.

        A hidden element holds it, too, with the time on the clock and the number of answers.
        """
        spent = f"{1000 * move.cpu_seconds:.0f}"
        self._figures.show(answered=f"{spent} ms")
        self._time.props(f"data-cpu-ms={spent} data-ms={1000 * move.seconds:.0f}")
        self._moves += 1
        self._time.props(f"data-moves={self._moves}")

    def _tell_differences(self) -> None:
        """Say how the sliders differ from the study, and enable the buttons if they do."""
        changes = self._kept.words(self._explorer.settings)
        self._differs.set_text("Not in the study yet: " + "; ".join(changes) if changes else "")
        for button in (self._keep, self._back):
            button.set_enabled(bool(changes))
        self._candidates.name_apply(keeps=bool(changes))

    async def _take(self, take: Take) -> None:
        """Use the settings and the candidate of a point that was clicked."""
        settings = settings_after(self._explorer.settings, take, self._sweep.report["maximum_k"])
        self._sliders.show(settings)
        levels = tuple(int(level) for level in take.get("levels", ()))
        seen = self._explorer.seen
        if seen is not None and levels in seen.lattice:
            await self._explorer.take(settings, levels)
            await self._charts.settle()

    async def _keep_them(self) -> bool:
        """Store the settings of the sliders in the study; returns whether that worked."""
        settings = self._explorer.settings
        problems = await self._story.change(settings.edit)
        self._problem.clear()
        if problems:
            with self._problem:
                show_problems(problems, "Not kept")
            return False
        remember(self._sweep.job, self._sweep.body)  # the sweep is valid for the changed study, too
        self._kept = settings
        self._tell_differences()
        ui.notify("Kept in the study.")
        return True

    async def _keep_first(self) -> bool:
        """Store the settings of the sliders before a candidate is applied, if they differ.

        Returns whether the study has them now.
        """
        return not self._kept.words(self._explorer.settings) or await self._keep_them()

    async def _undo(self) -> None:
        """Move the sliders back to the settings of the study."""
        self._sliders.show(self._kept)
        await self._apply_settings(self._kept)

    def _show_failure(self, error: ShoalError) -> None:
        """Show why there is no answer; if the sweep is gone, offer another one."""
        self._problem.clear()
        with self._problem:
            show_problems(error, "No answer")
            if isinstance(error, NotFound):
                ui.button("Look at every candidate again", on_click=self._again)


class LiveFigures:
    """Figures that change as the sliders move, each with a name and an explanation."""

    def __init__(self, terms: dict[str, str]) -> None:
        self._labels: dict[str, ui.label] = {}
        with ui.element("div").classes("figures").props('role="status" aria-live="polite"'):
            for name, term in terms.items():
                with ui.element("div").classes("figure"):
                    with ui.element("div").classes("line"):
                        ui.label(name).classes("quiet")
                        explanation(term)
                    self._labels[name] = ui.label("–").classes("value")

    def show(self, **values: str) -> None:
        """Show new values by name, with _ in place of spaces."""
        for name, value in values.items():
            self._labels[name.replace("_", " ").capitalize()].set_text(value)
