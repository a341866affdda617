"""Candidates as a picture, a list and tiles, and the one that is selected."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.engine.lattice import Levels
from shoal.report.numbers import count_of
from shoal.service.candidate_figures import Closely
from shoal.web.explain import explanation, heading
from shoal.web.pages.explore.bookmarks import Bookmarks
from shoal.web.pages.explore.explorer import Explorer, Seen
from shoal.web.pages.explore.filters import Filters
from shoal.web.pages.explore.hasse import MOST
from shoal.web.pages.explore.listing import Listing
from shoal.web.pages.explore.picture import Picture, show_legend
from shoal.web.pages.explore.run_part import apply_levels
from shoal.web.pages.explore.selected import show_selected
from shoal.web.story import Story
from shoal.web.visit import Visit

TILES = 60  # on one page


class CandidatesPart:
    """Three ways to look at candidates, and a closer look at the selected one.

    Args:
        visit: Who is at the page.
        story: The study.
        explorer: Asks about candidates.
        after: Called after a candidate was applied.
        keep: Called before a candidate is applied, to store the settings of the sliders; returns
            whether to go on.
    """

    def __init__(
        self,
        visit: Visit,
        story: Story,
        explorer: Explorer,
        after: Callable[[], Awaitable[None]],
        keep: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        self._visit, self._story, self._explorer, self._after = visit, story, explorer, after
        self._keep = keep
        with ui.element("section").classes("card"):
            heading("Candidates", "explore-candidate")
            self._filters = ui.element("div")
            with ui.element("div").classes("explored"):
                with ui.element("div").classes("stack"):
                    self._show_tabs()
                with ui.element("div").classes("stack"):
                    self._show_selection()
        self.bookmarks = Bookmarks(visit, story, self._choose)
        explorer.shows.append(self._show)

    def _show_tabs(self) -> None:
        with ui.tabs(on_change=self._from_the_top) as tabs:
            tabs.props("dense align=left no-caps inline-label")
            picture = ui.tab("Picture", icon="hub")
            listed = ui.tab("List", icon="list")
            tiles = ui.tab("Tiles", icon="grid_view")
        with ui.tab_panels(tabs, value=picture, animated=False, keep_alive=True).classes("panels"):
            with ui.tab_panel(picture):
                self._picture_panel()
            with ui.tab_panel(listed):
                self._matching = self._count_label("explore-list")
                self._list = Listing(self._choose, self._scroll)
            with ui.tab_panel(tiles):
                self._tiles_panel()

    def _picture_panel(self) -> None:
        with ui.element("div").classes("line wrap"):
            show_legend()
            explanation("explore-lattice")
        self._picture = Picture(self._choose)
        self._shown = ui.label("").classes("quiet small")
        with ui.element("div").classes("line wrap"):
            ui.button("Neighbors too", on_click=self._expand).props("outline dense")
            ui.button("Show more", on_click=self._more).props("outline dense")
            ui.button("Only those around it", on_click=self._center).props("outline dense")

    def _tiles_panel(self) -> None:
        self._tiled = self._count_label("explore-list")
        self._tiles = Listing(self._choose, self._scroll, tiles=True)
        with ui.element("div").classes("line wrap"):
            ui.button("Better ones", on_click=lambda: self._page(-1)).props("outline dense")
            ui.button("Worse ones", on_click=lambda: self._page(1)).props("outline dense")

    @staticmethod
    def _count_label(term: str) -> ui.label:
        """Show an empty label, with an explanation, for the number of candidates.

        Returns the label.
        """
        with ui.element("div").classes("line"):
            label = ui.label("").classes("quiet small").props('role="status"')
            explanation(term)
        return label

    def _show_selection(self) -> None:
        heading("Selected candidate", "explore-candidate", 3)
        self._selected = ui.element("div").classes("stack").mark("selected")
        with ui.element("div").classes("line wrap"):
            self._button = ui.button("Apply this candidate", icon="check", on_click=self._apply)
            self._button.mark("apply")
            back = ui.button(
                "Back to the best", on_click=lambda: self._explorer.look(selected=None)
            )
            back.props("flat")
        with ui.element("div").classes("line wrap"):
            self._comment = ui.input("Comment").props("dense outlined maxlength=500")
            ui.button("Bookmark", icon="bookmark_add", on_click=self._bookmark).props("outline")
        self._working = ui.element("div")
        self._result = ui.element("div").classes("stack")

    def name_apply(self, *, keeps: bool) -> None:
        """Say on the button whether the settings of the sliders are kept, too."""
        first = "Keep the settings and apply" if keeps else "Apply"
        self._button.set_text(f"{first} this candidate")

    def _show(self, seen: Seen) -> None:
        """Show an answer in all three ways; the filters are shown with the first one."""
        chosen = self._levels_of_selection(seen)
        self._picture.show(seen, chosen)
        for listing in (self._list, self._tiles):
            listing.show(seen, chosen, self._explorer.view.first)
        size = getattr(self._explorer.source, "size", seen.lattice.size)
        self._shown.set_text(
            f"{len(seen.nodes):,} of {count_of(size, 'candidate is', 'candidates are')} shown"
            f" (at most {MOST})."
        )
        for label in (self._matching, self._tiled):
            label.set_text(f"{count_of(seen.answer['matching'], 'candidate')} of {size:,}")
        show_selected(self._selected, seen, self._choose)
        if not self._filters.default_slot.children:
            with self._filters:
                Filters(seen.answer["columns"], seen.lattice, self._explorer.look)

    def _levels_of_selection(self, seen: Seen) -> Levels | None:
        """The levels of the selected candidate, or of the best one; None if there is neither."""
        return self._explorer.view.selected or seen.best

    async def _choose(self, levels: Levels) -> None:
        """Select a candidate; levels that are not in the lattice are ignored."""
        if self._explorer.seen is not None and levels in self._explorer.seen.lattice:
            await self._explorer.look(selected=levels)

    async def _from_the_top(self) -> None:
        await self._explorer.look(first=0)

    async def _scroll(self, first: int) -> None:
        await self._explorer.look(first=first)

    async def _page(self, step: int) -> None:
        """Show the tiles after (1) or before (-1) the present ones."""
        seen, first = self._explorer.seen, self._explorer.view.first + step * TILES
        if seen is not None and 0 <= first < max(1, seen.answer["matching"]):
            await self._explorer.look(first=first)
        elif first < 0:
            await self._explorer.look(first=0)

    async def _expand(self) -> None:
        await self._around(self._explorer.expand)

    async def _more(self) -> None:
        await self._around(self._explorer.more)

    async def _center(self) -> None:
        await self._around(self._explorer.center)

    async def _around(self, verb: Callable[[Levels], Awaitable[None]]) -> None:
        """Do something with the picture around the selected candidate, if there is one."""
        seen = self._explorer.seen
        if seen is not None and (chosen := self._levels_of_selection(seen)):
            await verb(chosen)

    async def _bookmark(self) -> None:
        if one := self._selection():
            await self.bookmarks.add(one, str(self._comment.value or ""))
            self._comment.set_value("")

    async def _apply(self) -> None:
        """Store the settings if they must be, then run the study with the selected candidate."""
        one = self._selection()
        if one is None:
            return
        self._result.clear()
        if self._keep is not None and not await self._keep():
            return
        places = self._working, self._result
        await apply_levels(self._visit, self._story, one["levels"], *places)
        await self._after()

    def _selection(self) -> Closely | None:
        """The figures of the selected candidate; None if nothing is known of it."""
        seen = self._explorer.seen
        return None if seen is None else seen.closely
