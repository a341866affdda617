"""What the parts of the page share: their frame, the choice of a plugin, and what is not kept."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Literal

from nicegui import ui

from shoal.card import Card
from shoal.server.stored import StoredTable
from shoal.server.stored.study_keys import StoredData
from shoal.study.keys.plain import Settings
from shoal.web.explain import heading
from shoal.web.forms import Form, Model, form_of
from shoal.web.forms.form import OnChange
from shoal.web.pages.promises.study_editor import StudyEditor

SELECT = "outlined dense options-dense hide-bottom-space"


@contextmanager
def part(name: str, title: str, term: str = "", hint: str = "") -> Iterator[None]:
    """The frame of a part of the page; its elements go inside `with`.

    Args:
        name: The id that links can lead to, without #.
        title: Its heading.
        term: Its entry in the glossary; none if empty.
        hint: A sentence below the heading.
    """
    with ui.element("section").classes("card part").props(f'id="{name}"') as place:
        place.props["aria-label"] = title
        heading(title, term)
        if hint:
            ui.label(hint).classes("quiet")
        yield


@contextmanager
def foldable_part(title: str, name: str, hint: str = "") -> Iterator[ui.expansion]:
    """The frame of a part that is closed until somebody opens it; gives its expansion."""
    with (
        ui.element("section").classes("card part folded").props(f'id="{name}"'),
        ui.expansion(title, caption=hint).classes("fold").mark(f"fold-{name}") as fold,
        ui.element("div").classes("stack"),
    ):
        yield fold


class Part(ABC):
    """A part of the page, which changes the study through the editor that all parts share."""

    def __init__(self, editor: StudyEditor) -> None:
        self._editor = editor

    @abstractmethod
    def show(self) -> None:
        """Show the part."""


class Ways(Part):
    """A key of the study that can be given in several ways: a choice, then fields for that way.

    Attributes:
        key: The key of the study.
        ways: The words of each way, by the key inside the section; the empty way gives nothing.
    """

    key: ClassVar[Literal["population", "subset"]]
    ways: ClassVar[Mapping[str, str]]

    def __init__(self, editor: StudyEditor, tables: list[StoredTable]) -> None:
        super().__init__(editor)
        self._tables = tables
        given = editor.body.get(self.key) or {}
        self._way = next((way for way in self.ways if way and given.get(way) is not None), "")

    @abstractmethod
    def _ask(self) -> None:
        """Show the fields of the way that is chosen."""

    def _show_choice(self, label: str) -> None:
        """Show the choice of a way; the part connects it with `_change_way`."""
        self._choice = ui.select(dict(self.ways), label=label, value=self._way)
        self._choice.props(SELECT).classes("field")

    def _show_tables(
        self, label: str, given: StoredData, keep: Callable[[StoredData], object], without: str = ""
    ) -> ui.select:
        """Let a person choose one of their tables, except the one with the id `without`.

        `keep` gets the key for the chosen table. Returns the choice.
        """
        options = {
            one.id: one.name for one in self._tables if one.kind == "table" and one.id != without
        }
        known = given.get("table") if given.get("table") in options else None
        chosen = ui.select(options, label=label, value=known)
        chosen.props(SELECT).classes("field")
        chosen.on_value_change(lambda event: keep({"table": event.value}))
        return chosen

    async def _change_way(self) -> None:
        """Show the fields of another way; the study changes when they are filled, or for no way."""
        self._way = str(self._choice.value or "")
        self._ask()
        if not self._way:
            await self._editor.put(self.key, None)


class NotKept:
    """Says at a part that its last change is not kept yet, and why; `name` is that of the part."""

    def __init__(self, editor: StudyEditor, name: str) -> None:
        self._editor, self._name = editor, name
        self._place = ui.element("div").props('role="alert"').classes("not-kept")
        editor.when_changed(self.show)
        self.show()

    def show(self) -> None:
        """Show what is wrong now, if anything is."""
        self._place.clear()
        waits = self._editor.waiting.get(self._name)
        if waits is None:
            return
        with self._place, ui.element("div").classes("box warning").mark("not-kept"):
            ui.icon("hourglass_empty").props('aria-hidden="true"')
            with ui.element("div"):
                ui.label("Not kept yet").classes("strong")
                for sentence in waits[1]:
                    ui.label(sentence)


def show_card(card: Card) -> None:
    """Show what a model says, when to use it, and its formula."""
    ui.label(card.says or "")
    with ui.element("div").classes("small"):
        ui.label("When to use it").classes("strong")
        ui.label(card.advice).classes("quiet")
    if card.formula:
        ui.html(card.formula, sanitize=False).classes("typeset").props('tabindex="0"').props(
            'role="region" aria-label="Formula"'
        )
    if card.where:
        ui.label(card.where).classes("quiet small")


class Chosen:
    """A plugin of a family and its parameters: a choice, and the form of the chosen plugin.

    Attributes:
        name: The chosen plugin.

    Args:
        label: The label of the choice.
        models: The plugins of the family.
        given: The settings of the study, with the name of the plugin.
        on_change: Gets the settings, with the name, after each change without problems.
        columns: The study's columns, each with its role.
        without: Parameters that have no field.
        begin: The parameters that a plugin begins with when it is chosen, by its name.
    """

    def __init__(
        self,
        label: str,
        models: Mapping[str, Model],
        given: Settings,
        on_change: OnChange[Settings],
        columns: Mapping[str, str],
        without: tuple[str, ...] = (),
        begin: Mapping[str, Settings] | None = None,
    ) -> None:
        self._begin = begin or {}
        self._models, self._on_change, self._columns = models, on_change, columns
        self._without = without
        self.name = str(given.get(next(iter(models.values())).key))
        options = {name: name for name in models}
        self._choice = ui.select(options, label=label, value=self.name)
        self._choice.props(SELECT).classes("field")
        self._about = ui.label().classes("quiet")
        self._place = ui.element("div")
        self._form: Form[Settings] | None = None
        self._show(given)
        self._choice.on_value_change(self._choose)

    def _show(self, given: Settings) -> None:
        model = self._models[self.name]
        self._about.text = model.definition
        self._place.clear()
        with self._place:
            self._form = form_of(
                model, given, self._pass_on, columns=self._columns, without=self._without
            )

    async def _choose(self) -> None:
        """Show the form of another plugin; it is passed on if what it begins with is right."""
        self.name = str(self._choice.value)
        self._show(self._begin.get(self.name, {}))
        if self._form is not None and not await self._form.problems():
            await self._pass_on(self._form.value)

    async def _pass_on(self, value: Settings) -> list[str]:
        model = self._models[self.name]
        return await self._on_change({model.key: self.name, **value}) or []
