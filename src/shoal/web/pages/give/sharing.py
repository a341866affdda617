"""Shares a run with users of this server: they get release and certificate, nothing else."""

from nicegui import ui

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.stored import StoredRun
from shoal.server.users import find_user
from shoal.web.explain import heading
from shoal.web.labels import with_label
from shoal.web.problems import show_problems_in
from shoal.web.sure import confirm
from shoal.web.visit import Visit

NOT_MEANT = (
    "Only a run for a recipient is shared with users of this server: name a recipient with a"
    " profile in the study (key `recipient`), and run it again. You can download the release and"
    " hand it over yourself."
)
DRAFT = "This run is a draft. Give it away first (see above), then open this page again."
CONSEQUENCE = "They may download it from now on."


async def show_sharing(visit: Visit, run: StoredRun) -> None:
    """Show with whom a run is shared, or why it cannot be shared."""
    heading("Share with users of this server", "share")
    if not run.body.get("recipient"):
        ui.label(NOT_MEANT).classes("quiet")
        return
    if run.given is None:
        ui.label(DRAFT).classes("quiet")
        return
    people = Sharing(visit, run)
    people.build()
    people.show(await visit.call(stored.people_with_access, run.id))


class Sharing:
    """The people with whom one run is shared."""

    def __init__(self, visit: Visit, run: StoredRun) -> None:
        self.visit, self.run = visit, run

    def build(self) -> None:
        """Show a field for a name, and a place for the list."""
        with ui.element("div").classes("line wrap"):
            self.name = ui.input("Name of the user").props("outlined dense").mark("share-name")
            ui.button("Share", icon="group_add", on_click=self._share).mark("share")
        self.problems = ui.element("div")
        self.place = ui.element("ul").classes("people")

    def show(self, people: list[str]) -> None:
        """Show the list of people."""
        self.place.clear()
        with self.place:
            if not people:
                with ui.element("li").classes("quiet"):
                    ui.label("It is shared with nobody.")
            for one in people:
                with ui.element("li").classes("line"):
                    ui.label(one).classes("strong")
                    button = ui.button(
                        "Stop sharing", on_click=lambda one=one: self._unshare(one)
                    ).props("flat dense")
                    with_label(button, f"Stop sharing with {one}")

    async def _share(self) -> None:
        """Share the run with the user that was typed, once the person has confirmed it."""
        name = str(self.name.value or "").strip()
        if not name or not await confirm(f"Share with {name}?", CONSEQUENCE, "Share"):
            return
        with show_problems_in(self.problems, "Not shared"):
            await self.visit.call(_share_run, self.run.id, name)
            self.name.value = ""
            self.show(await self.visit.call(stored.people_with_access, self.run.id))

    async def _unshare(self, name: str) -> None:
        await self.visit.call(stored.unshare_run, self.run.id, name)
        self.show(await self.visit.call(stored.people_with_access, self.run.id))


def _share_run(workspace: Workspace, owner: str, id: str, name: str) -> None:
    """Share a run with a user of this server; raises StudyError if there is no such user."""
    if find_user(workspace, name) is None:
        raise StudyError("There is no such user of this server.")
    stored.share_run(workspace, owner, id, name)
