"""The button that removes a table, after the person has confirmed it."""

from collections.abc import Callable

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.problems import show_problems_in
from shoal.web.sure import sure
from shoal.web.visit import Visit

WARNING = (
    "The file is removed for good, and so is what jobs found out about it. Studies and runs stay;"
    " a study needs another table before it runs again."
)


def forget_button(
    visit: Visit, table: StoredTable, place: ui.element, gone: Callable[[], object]
) -> None:
    """Show a button that removes a table, then calls `gone`; problems are shown in `place`."""

    async def forget() -> None:
        if not await sure(f"Forget {table.name}?", WARNING, "Forget it"):
            return
        with show_problems_in(place, "Not forgotten"):
            await visit.call(stored.forget_table, table.id)
            gone()

    button = ui.button("Forget", icon="delete_outline", on_click=forget).props("flat dense")
    button.props["aria-label"] = f"Forget {table.name}"
