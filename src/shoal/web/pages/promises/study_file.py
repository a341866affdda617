"""The study as a file: read it, download it, or paste another one."""

import asyncio
from typing import cast

from nicegui import ui

from shoal.api.study_texts import keys_of
from shoal.errors import ShoalError
from shoal.server.stored.study_keys import StoredKeys, remove_keys
from shoal.study import text as study_text
from shoal.web.pages.promises.parts import foldable_part
from shoal.web.pages.promises.study_editor import StudyEditor
from shoal.web.problems import show_problems


class StudyFile:
    """The part with the text of the study."""

    def __init__(self, editor: StudyEditor) -> None:
        self._editor = editor
        editor.when_changed(self.refresh)

    def show(self) -> None:
        """Show the part, closed at first."""
        with foldable_part(
            "The study as a file", "file", "YAML, for the command line and for colleagues"
        ) as fold:
            with (
                ui.element("pre")
                .classes("yaml scroll")
                .props('tabindex="0" role="region" aria-label="The study as YAML"')
            ):
                self._text = ui.label().classes("mono small")
            with ui.element("div").classes("line wrap"):
                address = f"/api/v1/studies/{self._editor.story.id}/text"
                ui.link("Download study.yaml", address).props("download=study.yaml")
            self._paste = ui.textarea("Paste another study (YAML or JSON)").props("outlined")
            self._paste.classes("field mono").mark("paste")
            self._message = ui.element("div")
            ui.button("Put it in place of this one", on_click=self._replace).props("outline")
        self._fold = fold.on_value_change(self.refresh)

    async def refresh(self) -> None:
        """Show the study as it is stored now, if the part is open."""
        if self._fold.value:
            self._text.text = await asyncio.to_thread(study_text.write, self._editor.body)

    async def _replace(self) -> None:
        """Replace all keys of the study by those of the pasted text, and load the page again.

        The table stays if the text names none. Changes that wait are dropped; problems are shown.
        """
        self._message.clear()
        try:
            given = await asyncio.to_thread(keys_of, str(self._paste.value or ""))
        except ShoalError as error:
            with self._message:
                show_problems(error)
            return
        keys = cast(StoredKeys, given)  # `change` checks them
        problems = await self._editor.change("file", lambda body: replace_keys(body, keys))
        self._editor.waiting.clear()
        if problems:
            with self._message:
                show_problems(problems)
            return
        ui.navigate.reload()


def replace_keys(body: StoredKeys, keys: StoredKeys) -> None:
    """Replace all keys of a study; without `data`, it keeps its table."""
    data = body.get("data")
    remove_keys(body, *body)
    body.update(keys)
    if data is not None:
        body.setdefault("data", data)
