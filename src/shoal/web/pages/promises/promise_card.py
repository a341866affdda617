"""One promise: its form, what it says, its formula, and what it means for this table."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui

from shoal.study.keys.plain import Settings
from shoal.web.forms import Model, form_of
from shoal.web.pages.promises.chooser import headings
from shoal.web.pages.promises.facts import promise_meaning
from shoal.web.pages.promises.parts import show_card
from shoal.web.pages.promises.study_editor import StudyEditor

Keep = Callable[[], Awaitable[list[str]]]


class PromiseCard:
    """A promise on the page; `keep` stores all promises, and is called after each change.

    Attributes:
        settings: The model and its parameters.
        on: Whether the promise is in force.
    """

    def __init__(
        self, editor: StudyEditor, model: Model, settings: Settings, on: bool, keep: Keep
    ) -> None:
        self.settings, self.on = settings, on
        self._editor, self._model, self._keep = editor, model, keep

    @property
    def column(self) -> str:
        """The sensitive column that the promise is about; empty if it is about all records."""
        return str(self.settings.get("column", ""))

    def show(self, remove: Callable[[], Any], copy: Callable[[], Any]) -> None:
        """Show the card; `remove` and `copy` are called by its buttons."""
        with ui.element("section").classes("box promise stack").mark("promise") as self.place:
            self.place.props["aria-label"] = f"Promise {self._model.name}"
            self._head(remove, copy)
            with ui.element("div").classes("pair"):
                with ui.element("div").classes("stack"):
                    self._form()
                    self._meaning = ui.label().classes("means").props('role="status"')
                with ui.element("div").classes("stack words"):
                    show_card(self._model.card)
        self.refresh()

    def refresh(self) -> None:
        """Say again what the promise means for this table, and whether it is in force."""
        self.place.classes(remove="off") if self.on else self.place.classes("off")
        said = promise_meaning(self.settings, self._editor.facts)
        self._meaning.text = f"For this table: {said}" if said else ""

    def _head(self, remove: Callable[[], Any], copy: Callable[[], Any]) -> None:
        with ui.element("div").classes("line wrap"):
            ui.label(self._model.name).props('role="heading" aria-level="3"').classes("h3")
            title = headings({self._model.name: self._model})[str(self._model.card.group)]
            ui.label(title.partition(":")[0]).classes("badge quiet")
            ui.element("span").classes("grow")
            switch = ui.switch("In force", value=self.on, on_change=self._switch)
            switch.mark("in-force")
            if "column" in self._model.schema.get("properties", {}):
                ui.button("Copy to …", icon="content_copy", on_click=copy).props("flat dense")
            ui.button("Remove", icon="delete_outline", on_click=remove).props("flat dense")

    def _form(self) -> None:
        form_of(
            self._model,
            self.settings,
            self._keep_form,
            columns=self._editor.columns,
            without=("game",),
        )

    async def _keep_form(self, value: Settings) -> list[str]:
        """Take the parameters of the form and store all promises; NotKept shows problems."""
        self.settings = {"model": self._model.name, **value}
        self.refresh()
        await self._keep()
        return []

    async def _switch(self, event: Any) -> None:  # noqa: ANN401  (NiceGUI's event)
        self.on = bool(event.value)
        self.refresh()
        await self._keep()
