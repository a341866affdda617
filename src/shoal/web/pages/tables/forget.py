"""Forgetting a table: asked twice, because it is for good."""

from collections.abc import Callable

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.problems import show_problems
from shoal.web.sure import sure
from shoal.web.visit import Visit

WARNING = (
    "The file is removed for good, and so is what jobs found out about it. Studies and runs stay;"
    " a study needs another table before it runs again."
)


def forget_button(
    visit: Visit, table: StoredTable, place: ui.element, gone: Callable[[], object]
) -> None:
    """A button that removes a table after a second question; problems are told in `place`."""

    async def forget() -> None:
        if not await sure(f"Forget {table.name}?", WARNING, "Forget it"):
            return
        place.clear()
        try:
            await visit.call(stored.forget_table, table.id)
        except ShoalError as error:
            with place:
                show_problems(error, "Not forgotten")
            return
        gone()

    button = ui.button("Forget", icon="delete_outline", on_click=forget).props("flat dense")
    button.props["aria-label"] = f"Forget {table.name}"
