"""The page of the ledger."""

from nicegui import ui

from shoal.server.actions.ledger_actions import Account, Holding, LedgerEntry
from shoal.web.explain import figure, heading
from shoal.web.page import plain_page
from shoal.web.pages.ledger.entries import NOT_GIVEN, show_entry
from shoal.web.table import plain_table
from shoal.web.visit import Visit

NOTHING = (
    "Nothing was run yet. Every run is written down here, as a draft until you give it away;"
    " what is only looked at is not."
)
UNKNOWN = "nobody can tell: its study names no identifier"


@plain_page("/ledger", "Ledger")
async def show_ledger(visit: Visit) -> None:
    """Show releases, accounts, and a field to look for a person."""
    place = ui.element("div").classes("stack")

    async def show() -> None:
        entries = await visit.answer("ledger")
        accounts = await visit.answer("ledger-account")
        place.clear()
        with place:
            _show_figures(entries, accounts)
            heading("Releases", "ledger")
            if not entries:
                ui.label(NOTHING).classes("empty")
            for entry in reversed(entries):
                show_entry(visit, entry, show)
            if accounts:
                _show_accounts(accounts)

    await show()
    person_card(visit)


def _show_figures(entries: list[LedgerEntry], accounts: list[Account]) -> None:
    held = [one for one in entries if one["state"] not in NOT_GIVEN]
    with ui.element("div").classes("figures"):
        figure("Releases", f"{len(entries):,}", "ledger")
        figure("Compared with new ones", f"{len(held):,}", "release-state")
        figure("Private accounts", f"{len(accounts):,}", "account")


def _show_accounts(accounts: list[Account]) -> None:
    heading("Privacy accounts", "account")
    lines = [
        [one["input"][:12], one["epsilon"], one["delta"], str(one["releases"])] for one in accounts
    ]
    plain_table(["Table (fingerprint)", "ε spent", "δ spent", "Releases"], lines, "Accounts")


def person_card(visit: Visit) -> None:
    """Show a field for an identifier, and after a search the releases that contain the person."""
    with ui.element("section").classes("card"):
        heading("Find a person", "find-person")
        identifier = ui.input("Identifier, as it stands in the data", password=True)
        identifier.props('autocomplete="off" password-toggle-button')
        place = ui.element("div").props('role="status"')

        async def look() -> None:
            if not identifier.value:
                return
            holdings = await visit.answer("ledger-forget", person=str(identifier.value))
            identifier.value = ""
            place.clear()
            with place:
                _show(holdings)

        identifier.on("keydown.enter", look)
        ui.button("Find", icon="search", on_click=look)


def _show(holdings: list[Holding]) -> None:
    """Show the releases that contain the person, or of which nobody can tell."""
    holdings = [one for one in holdings if one["records"] != 0]
    if not holdings:
        ui.label("No release in the ledger shows this person.")
        return
    plain_table(["Release", "Records", "Shown"], [_line(one) for one in holdings], "Releases found")
    ui.label("To make them again without the person: shoal ledger forget - --rerun FOLDER")


def _line(one: Holding) -> list[str]:
    records = UNKNOWN if one["records"] is None else f"{one['records']:,}"
    return [one["release"], records, f"{one['shown']:,}"]
