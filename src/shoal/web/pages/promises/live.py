"""The live check: after each change a job checks study and data in the background."""

import asyncio
import contextlib
from collections.abc import Iterable
from enum import Enum

from nicegui import background_tasks, ui

from shoal.errors import Canceled, ShoalError
from shoal.server.jobs import Job
from shoal.web.explain import heading
from shoal.web.pages.promises.mending import TITLES, acceptable, place_of
from shoal.web.pages.promises.study_editor import StudyEditor

PAUSE = 0.8  # seconds without a change before a check begins


class State(Enum):
    """The state of the study as far as the check knows: icon and words."""

    WAITING = ("hourglass_empty", "Not checked yet")
    STALE = ("update", "Changed since the last check; checking again")
    CHECKING = ("sync", "Checking")
    READY = ("check_circle", "Ready to run")
    WRONG = ("error_outline", "Not ready: something must be mended")
    NOT_KEPT = ("hourglass_empty", "A change is not kept yet")


class LiveCheck:
    """The panel with the results of the check."""

    def __init__(self, editor: StudyEditor) -> None:
        self._editor, self._turn, self._running = editor, 0, ""
        editor.when_changed(self.again)

    def show(self) -> None:
        """Show the panel, and start the first check."""
        with ui.element("aside").classes("card check").props('id="check" tabindex="0"') as place:
            place.props["aria-label"] = "Live check"
            heading("Live check", "live check")
            with ui.element("div").classes("line").props('role="status"').mark("check-state"):
                self._icon = ui.icon("").props('aria-hidden="true"')
                self._words = ui.label().classes("strong")
            self._found = ui.element("div").classes("stack")
            self._accepted = ui.element("div").classes("stack")
        self._show_state(State.WAITING)
        self._list_accepted()
        ui.timer(0.2, self.again, once=True)

    def again(self) -> None:
        """Check the study after a pause, and mark the present results as old.

        A check that still waits or runs is replaced by this one.
        """
        self._turn += 1
        self._show_state(State.STALE if self._found.default_slot.children else State.WAITING)
        self._found.classes("stale")
        self._list_accepted()
        background_tasks.create(self._check(self._turn), name="check")

    async def _check(self, turn: int) -> None:
        """Check after a pause, unless the study changes meanwhile; then show the results."""
        await asyncio.sleep(PAUSE)
        if turn != self._turn or self._found.is_deleted:
            return
        if self._running:
            with contextlib.suppress(ShoalError):
                await self._editor.story.visit.cancel(self._running)
        self._show_state(State.CHECKING)
        result = await self._run_check()
        if turn != self._turn or self._found.is_deleted:
            return
        if result is None:
            self._show_state(State.WAITING)
        else:
            self._show_results(*result)

    async def _run_check(self) -> tuple[list[str], list[str]] | None:
        """Run the check; returns problems and warnings, or None if somebody canceled it."""
        started: list[str] = []

        def watch(job: Job) -> None:
            self._running = job.id
            started[:] = [job.id]

        visit = self._editor.story.visit
        try:
            job = await visit.job("check", {"study": self._editor.story.id}, watch)
        except Canceled:
            return None
        except ShoalError as error:
            return list(error.problems), []
        finally:
            self._running = ""
            await self._forget(started)
        return [], list((job.result or {}).get("warnings", ()))

    async def _forget(self, jobs: list[str]) -> None:
        """Forget these jobs, so that checks do not fill the list of jobs."""
        visit = self._editor.story.visit
        for id in jobs:
            with contextlib.suppress(ShoalError):
                await asyncio.to_thread(visit.desk.jobs.forget, visit.person.id, id)

    def _show_results(self, problems: list[str], warnings: list[str]) -> None:
        """Show problems and warnings.

        A change that waits is mentioned, as they are not about it.
        """
        state = State.WRONG if problems else State.READY
        self._show_state(State.NOT_KEPT if self._editor.waiting else state)
        self._found.clear()
        self._found.classes(remove="stale")
        with self._found:
            if self._editor.waiting:
                ui.label(
                    "This is about the study as it was kept last; see where “Not kept yet” stands."
                ).classes("small")
            self._sentences(problems, "problem")
            self._sentences(warnings, "warning")
            if not problems and not warnings:
                ui.label("Nothing stands in the way, and there is nothing to warn of.")

    def _sentences(self, sentences: Iterable[str], kind: str) -> None:
        """Show each sentence, with a link to where to mend it or a button to accept it, if any."""
        for sentence in sentences:
            with ui.element("div").classes(f"box small stack {kind}").mark(kind):
                ui.label(sentence)
                with ui.element("div").classes("line wrap"):
                    if place := place_of(sentence):
                        ui.link(TITLES[place], self._address(place))
                    if guard := acceptable(sentence):
                        ui.button(
                            "I have read this: accept it",
                            on_click=lambda guard=guard: self._accept(guard),
                        ).props("dense outline").mark("accept")

    def _address(self, place: str) -> str:
        """The address of a step, or of a part of this page (with #)."""
        return place if place.startswith("#") else self._editor.story.address(place)

    async def _accept(self, guard: str) -> None:
        """Write a guard into the study as accepted."""
        await self._editor.change(
            "acknowledge",
            lambda body: body.update({"acknowledge": [*body.get("acknowledge", ()), guard]}),
        )

    def _list_accepted(self) -> None:
        """Show the guards that were accepted; each can be taken back."""
        self._accepted.clear()
        listed = list(self._editor.body.get("acknowledge", ()))
        if not listed:
            return
        with self._accepted:
            ui.label("Accepted").props('role="heading" aria-level="3"').classes("h3")
            for guard in listed:
                with ui.element("div").classes("line"):
                    ui.label(guard).classes("small grow mono")
                    button = ui.button(
                        "Take back", on_click=lambda guard=guard: self._take_back(guard)
                    )
                    button.props("flat dense").props["aria-label"] = f"Take back {guard}"

    async def _take_back(self, guard: str) -> None:
        kept = [one for one in self._editor.body.get("acknowledge", ()) if one != guard]
        await self._editor.put("acknowledge", kept)

    def _show_state(self, state: State) -> None:
        icon, words = state.value
        self._icon.name = icon
        self._words.text = words
        tone = {State.READY: "good", State.WRONG: "bad"}.get(state, "quiet")
        for one in (self._icon, self._words):
            one.classes(remove="good bad quiet").classes(tone)
