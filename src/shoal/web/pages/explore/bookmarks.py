"""Bookmarks: candidates that a person wants to find again, each with a comment."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.engine.lattice import Levels
from shoal.errors import ShoalError
from shoal.server.stored import bookmarks as kept
from shoal.service.candidate_figures import Candidate
from shoal.web.explain import heading
from shoal.web.labels import with_label
from shoal.web.pages.explore.figures_text import count, percent, vector
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit

Choose = Callable[[Levels], Awaitable[None]]


class Bookmarks:
    """The list of bookmarks; `choose` gets the levels of the one that is clicked."""

    def __init__(self, visit: Visit, story: Story, choose: Choose) -> None:
        self._visit, self._story, self._choose = visit, story, choose
        with ui.element("section").classes("card"):
            heading("Bookmarks", "explore-bookmark")
            self._place = ui.element("div").classes("stack")

    async def load(self) -> None:
        """Show the bookmarks that are stored."""
        self._show(await self._visit.call(kept.bookmarks, self._story.id))

    async def add(self, one: Candidate, comment: str) -> None:
        """Store a candidate with a comment, and show the list again, or the problems."""
        figures: kept.Figures = {
            "loss_normalized": one["loss_normalized"],
            "suppressed_records": one["suppressed_records"],
        }
        try:
            bookmarks = await self._visit.call(
                kept.keep_bookmark, self._story.id, one["levels"], comment, figures
            )
        except ShoalError as error:
            with self._place:
                show_problems(error)
            return
        self._show(bookmarks)
        ui.notify("Bookmarked.")

    def _show(self, bookmarks: list[kept.Bookmark]) -> None:
        self._place.clear()
        with self._place:
            if not bookmarks:
                text = "None yet. Select a candidate and bookmark it, to compare it with others."
                ui.label(text).classes("quiet")
            for one in bookmarks:
                self._line(one)

    def _line(self, one: kept.Bookmark) -> None:
        async def look() -> None:
            await self._choose(tuple(one.levels.values()))

        async def forget() -> None:
            self._show(await self._visit.call(kept.forget_bookmark, self._story.id, one.levels))

        with ui.element("div").classes("line wrap bookmark"):
            levels = vector(one.levels)
            ui.button(levels, on_click=look).props("flat dense no-caps").classes("mono")
            figures = f"loss {percent(one.figures.get('loss_normalized'))}, "
            figures += f"{count(one.figures.get('suppressed_records'))} suppressed"
            ui.label(figures).classes("quiet small")
            ui.label(one.comment).classes("comment")
            ui.element("span").classes("grow")
            remove = ui.button(icon="delete_outline", on_click=forget)
            with_label(remove.props("flat round dense"), f"Remove the bookmark {levels}")
