"""Whom releases show: the right to be forgotten begins with knowing where somebody is."""

from nicegui import ui

from shoal.server.actions.ledger_actions import Holding
from shoal.web.explain import heading
from shoal.web.table import plain_table
from shoal.web.visit import Visit

UNKNOWN = "nobody can tell: its study names no identifier"


def person_card(visit: Visit) -> None:
    """A field for an identifier, and the releases that hold it."""
    with ui.element("section").classes("card"):
        heading("Find a person", "find-person")
        given = ui.input("Identifier, as it stands in the data", password=True)
        given.props('autocomplete="off" password-toggle-button')
        place = ui.element("div").props('role="status"')

        async def look() -> None:
            if not given.value:
                return
            found = await visit.answer("ledger-forget", person=str(given.value))
            given.value = ""
            place.clear()
            with place:
                _show(found)

        given.on("keydown.enter", look)
        ui.button("Find", icon="search", on_click=look)


def _show(found: list[Holding]) -> None:
    found = [one for one in found if one["records"] != 0]
    if not found:
        ui.label("No release in the ledger shows this person.")
        return
    plain_table(["Release", "Records", "Shown"], [_line(one) for one in found], "Releases found")
    ui.label("To make them again without the person: shoal ledger forget - --rerun FOLDER")


def _line(one: Holding) -> list[str]:
    records = UNKNOWN if one["records"] is None else f"{one['records']:,}"
    return [one["release"], records, f"{one['shown']:,}"]
