"""All hierarchies of a study as files that other tools read, as a run would use them."""

from urllib.parse import quote

from nicegui import ui

from shoal.web.pages.columns.board import Board
from shoal.web.work import work


class Exporting:
    """A button, and a link to each file when they are there."""

    def __init__(self, board: Board) -> None:
        self._board = board
        button = ui.button("Export all hierarchies", icon="folder_zip", on_click=self._export)
        button.props("flat dense").mark("export-all")
        self._place = ui.element("div").classes("stack small files").props('role="status"')

    async def _export(self) -> None:
        story = self._board.story
        asked = {"study": story.id}
        done = await work(
            self._board.visit, "hierarchy-export", asked, "Writing hierarchies", self._place
        )
        if done is None:
            return
        with self._place:
            for name in done.result["files"]:
                ui.link(name, f"/api/v1/jobs/{done.id}/files/{quote(name)}").props("download")
