"""Gives release and certificate away; the ledger is asked first, since this cannot be undone."""

from nicegui import ui

from shoal.report.numbers import count_of, number
from shoal.report.types.summary import Summary
from shoal.server.stored import StoredRun
from shoal.web.explain import explanation, heading
from shoal.web.sure import confirm
from shoal.web.visit import Visit
from shoal.web.words import date_of
from shoal.web.work import work

API = "/api/v1/runs"
QUESTION = "Give this release away?"
CONSEQUENCE = (
    "From now on it counts as given: later releases about the same people are compared with it,"
    " and refused where both together would tell too much. It stays in the ledger."
)

APART = (
    "Name an earlier release of yours from the refusal, and say why nobody can hold both. The"
    " ledger keeps the reason."
)


class Giving:
    """The files that may leave the server, before and after they were given."""

    def __init__(self, visit: Visit, run: StoredRun, summary: Summary) -> None:
        self.visit, self.run, self.summary = visit, run, summary

    def build(self) -> None:
        """Show the card."""
        heading("Release and certificate", "give")
        _facts(self.summary)
        self.problems = ui.element("div")
        self.place = ui.element("div").classes("stack")
        self._show()

    def _show(self) -> None:
        """Show whether the run is given, and what can be downloaded or done now."""
        self.place.clear()
        with self.place:
            state = (
                f"Given since {date_of(self.run.given)}."
                if self.run.given
                else "This is a draft: nobody has it yet."
            )
            with ui.element("div").classes("line").props('role="status"').mark("given"):
                ui.icon("outbox" if self.run.given else "inventory_2").props('aria-hidden="true"')
                ui.label(state).classes("strong")
            with ui.element("div").classes("line wrap"):
                if self.run.given:
                    self._file("Download the release", "download", "release", save=True)
                    for part in ("nodes", "edges") if self.summary.get("graph") else ():
                        self._file(f"Download the {part}", "hub", part, save=True)
                else:
                    self._ask()
                self._file("Certificate as a page", "workspace_premium", "certificate")
                self._file("Certificate as PDF", "picture_as_pdf", "certificate?format=pdf", True)

    def _ask(self) -> None:
        """Ask who gets it, and why; both may stay empty."""
        self.to = ui.input("Who gets it").props("outlined dense maxlength=200").mark("give-to")
        self.note = ui.input("Note").props("outlined dense maxlength=1000").mark("give-note")
        ui.button("Give it away", icon="outbox", on_click=self._give).mark("give")
        with ui.expansion("It was refused, but nobody can hold both").classes("plain-expansion"):
            ui.label(APART).classes("quiet")
            self.earlier = ui.input("Earlier release").props("outlined dense maxlength=40")
            self.why = ui.input("Why").props("outlined dense maxlength=1000")
            self.earlier.mark("give-earlier")
            self.why.mark("give-why")

    def _file(self, text: str, icon: str, name: str, save: bool = False) -> None:
        """Show a link to a file of the run, which a new tab opens unless it is to be saved."""
        address = f"{API}/{self.run.id}/{name}"
        with ui.link(target=address, new_tab=not save).classes("file"):
            ui.icon(icon).props('aria-hidden="true"')
            ui.label(text)

    async def _give(self) -> None:
        """Give the run away once the person has confirmed it, and load the page again."""
        if not await confirm(QUESTION, CONSEQUENCE, "Give it"):
            return
        asked = {"run": self.run.id, "to": self.to.value or None, "note": self.note.value or None}
        if self.earlier.value:
            asked["acknowledge"] = {self.earlier.value.strip(): self.why.value or " "}
        page = self.place.client
        if await work(self.visit, "give", asked, "Checking it once more", self.problems):
            page.run_javascript("location.reload()")  # other parts of the page change, too


def _facts(summary: Summary) -> None:
    """Show what the file is, and the checksum by which its recipient can recognize it."""
    files = summary.get("files") or {}
    name = next((one for one in files if one.startswith(("draft.", "release."))), "release")
    records = (summary.get("input") or {}).get("records") or 0
    kept = records - (summary.get("suppressed_records") or 0)
    ui.label(f"{name}: {count_of(kept, 'record')} of {number(records)}.")
    if digest := files.get(name):
        with ui.element("div").classes("line wrap"):
            ui.label("SHA-256").classes("quiet small")
            ui.label(digest).classes("mono small checksum").mark("checksum")
            explanation("checksum")
