"""Controls that hold other controls: sections, lists of sections, and one value per column."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nicegui import ui

from shoal.study.keys.plain import Settings
from shoal.web.forms.controls import Changed, Control, control
from shoal.web.forms.shape import Field, field_of
from shoal.web.forms.texts import EMPTY, short


class Section:
    """The fields of an object, under their name; where it need not be given, behind a switch."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        self.field = field
        given = value if isinstance(value, Mapping) else {}
        with ui.element("fieldset").classes("section"):
            with ui.element("legend"):
                ui.label(field.label)
            if field.meaning:
                ui.label(field.meaning.replace("`", "")).classes("quiet small")
            self._controls = fill(field.inner, given, changed)
            self._told = ui.label().classes("bad small").props('role="alert"')
        self._told.set_visibility(False)

    @property
    def value(self) -> Any:  # noqa: ANN401
        """What differs from the defaults."""
        return held(self._controls) or EMPTY

    def complain(self, sentence: str | None) -> None:
        """Show what is wrong below it."""
        self._told.text = sentence or ""
        self._told.set_visibility(bool(sentence))


class Sections:
    """A list of objects: each can be removed, and others added."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        self.field, self._changed = field, changed
        self._each: list[Controls] = []
        with ui.element("fieldset").classes("section"):
            with ui.element("legend"):
                ui.label(field.label)
            if field.meaning:
                ui.label(field.meaning.replace("`", "")).classes("quiet small")
            self._place = ui.element("div").classes("stack")
            self._told = ui.label().classes("bad small").props('role="alert"')
            ui.button(f"Add to {field.label.lower()}", icon="add", on_click=self._add).props(
                "flat dense"
            )
        self._told.set_visibility(False)
        for one in value if isinstance(value, list | tuple) else ():
            self._show(one if isinstance(one, Mapping) else {})

    @property
    def value(self) -> Any:  # noqa: ANN401
        """All of them; what is still empty is not there yet."""
        return [found for one in self._each if (found := held(one))] or EMPTY

    def complain(self, sentence: str | None) -> None:
        """Show what is wrong below them."""
        self._told.text = sentence or ""
        self._told.set_visibility(bool(sentence))

    def _add(self) -> None:
        self._show({})

    def _show(self, given: Mapping[str, Any]) -> None:
        with self._place, ui.element("div").classes("box stack") as box:
            controls = fill(self.field.inner, given, self._changed)
            self._each.append(controls)

            async def remove() -> None:
                self._each.remove(controls)
                box.delete()
                await self._changed()

            ui.button("Remove", icon="delete_outline", on_click=remove).props("flat dense")


class ByColumn:
    """One value for each quasi-identifier; empty ones are not given."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        self.field = field
        given = value if isinstance(value, Mapping) else {}
        about = field.about.get("additionalProperties", {})
        with ui.element("fieldset").classes("section"):
            with ui.element("legend"):
                ui.label(f"{field.label} (needed)" if field.needed else field.label)
            if field.meaning:
                ui.label(field.meaning.replace("`", "")).classes("quiet small")
            if hint := field_of("", about, field.schema, {}).hint:
                ui.label(f"{hint}. Leave others empty.").classes("quiet small")
            names = list(dict.fromkeys([*field.options, *given]))
            self._controls = {
                name: _named(name, about, field.schema, given.get(name), changed) for name in names
            }
            self._told = ui.label().classes("bad small").props('role="alert"')
        self._told.set_visibility(False)

    @property
    def value(self) -> Any:  # noqa: ANN401
        """The columns that have a value."""
        found = {name: one.value for name, one in self._controls.items()}
        return {name: one for name, one in found.items() if one is not EMPTY} or EMPTY

    def complain(self, sentence: str | None) -> None:
        """Show what is wrong below them."""
        self._told.text = sentence or ""
        self._told.set_visibility(bool(sentence))


AnyControl = Control | Section | Sections | ByColumn
Controls = dict[str, AnyControl]


def fill(fields: tuple[Field, ...], given: Mapping[str, Any], changed: Changed) -> Controls:
    """The controls of some fields, in their order."""
    return {
        field.name: _GROUPS.get(field.kind, control)(field, given.get(field.name), changed)
        for field in fields
    }


def held(controls: Controls) -> Settings:
    """What stands in controls: what differs from the defaults, and what must be given."""
    fields = [one.field for one in controls.values()]
    return short(
        {name: one.value for name, one in controls.items()},
        {field.name: field.default for field in fields},
        frozenset(field.name for field in fields if field.needed),
    )


def _named(
    name: str, about: Mapping[str, Any], schema: Mapping[str, Any], value: object, changed: Changed
) -> Control:
    """The field of one column; it is called as the column is."""
    field = replace(field_of(name, about, schema, {}), label=name, hint="")
    return control(field, value, changed)


_GROUPS: dict[str, Callable[[Field, object, Changed], AnyControl]] = {
    "section": Section,
    "sections": Sections,
    "by-column": ByColumn,
}
