"""The card of one release in the ledger: what it was, who has it, and a button to withdraw it."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.server.actions.ledger_actions import LedgerEntry, Promised
from shoal.web.explain import explanation, heading
from shoal.web.sure import confirm
from shoal.web.table import plain_table
from shoal.web.visit import Visit

TONES = {"released": "good", "withdrawn": "quiet", "draft": "quiet"}
NOT_GIVEN = {"withdrawn", "draft"}


def show_entry(visit: Visit, entry: LedgerEntry, changed: Callable[[], Awaitable[None]]) -> None:
    """Show what the ledger knows about a release; `changed` shows the page again."""
    with ui.element("section").classes("card").mark("release"):
        with ui.element("div").classes("line wrap"):
            heading(_recipient_words(entry), level=3)
            tone = TONES.get(entry["state"], "warn")
            ui.label(entry["state"]).classes(f"badge {tone}")
            explanation("release-state")
            ui.element("span").classes("grow")
            ui.label(entry["time"][:16].replace("T", " ")).classes("quiet small")
        with ui.element("div").classes("line wrap"):
            ui.label(
                f"{entry['release_records']:,} of {count_of(entry['input_records'], 'record')}"
            )
            explanation("given-records")
        ui.label(_promise_words(entry["privacy"]))
        with ui.expansion("Columns, levels and fingerprints").classes("plain-expansion"):
            _show_details(entry)
        if entry["state"] not in NOT_GIVEN:
            _show_withdrawal(visit, entry["id"], changed)


def _recipient_words(entry: LedgerEntry) -> str:
    """To whom it was given, in words."""
    if entry["state"] == "draft":
        return "Given to nobody yet"
    whom = [to for giving in entry["given"] if (to := giving.get("to"))]
    return f"To {', '.join(whom) or entry['recipient'] or 'anybody'}"


def _promise_words(privacy: list[Promised]) -> str:
    promises = [
        one["model"] + "".join(f", {key} = {value}" for key, value in one["parameters"].items())
        for one in privacy
    ]
    return "Promised: " + ("; ".join(promises) if promises else "nothing")


def _show_details(entry: LedgerEntry) -> None:
    levels = entry["levels"] or {}
    lines = [[name, str(levels.get(name, "–"))] for name in entry["columns"]]
    plain_table(["Column", "Level"], lines, "Released columns")
    for name, digest in (("release", entry["release_sha256"]), ("input", entry["input_sha256"])):
        ui.label(f"SHA-256 of the {name}: {digest}").classes("mono small breakable")


def _show_withdrawal(visit: Visit, id: str, changed: Callable[[], Awaitable[None]]) -> None:
    """Show a button that withdraws a release once the person has confirmed it."""

    async def withdraw() -> None:
        if await confirm(
            "Does nobody have this release any more?",
            "New releases will not be compared with it. If somebody still has it, the two together"
            " could tell more than either promises.",
            "Nobody has it",
        ):
            await visit.answer("ledger-withdraw", release=id)
            await changed()

    ui.button("Withdraw", icon="undo", on_click=withdraw).props("flat")
