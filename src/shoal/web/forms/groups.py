"""Controls that hold other controls: sections, lists of sections, and one value per column."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from nicegui import ui

from shoal.study.keys.plain import Settings
from shoal.web.forms.controls import Changed, Control, control, label
from shoal.web.forms.shape import Field, field_of
from shoal.web.forms.texts import EMPTY, short


class Group:
    """A frame with a name around other controls; problems stand at its end."""

    field: Field

    @contextmanager
    def _frame(self, field: Field, name: str) -> Iterator[ui.element]:
        """Show a frame with name and meaning; controls go inside `with`, problems below them."""
        self.field = field
        with ui.element("fieldset").classes("section") as frame:
            with ui.element("legend"):
                ui.label(name)
            if field.meaning:
                ui.label(field.meaning.replace("`", "")).classes("quiet small")
            yield frame
            self._problem = ui.label().classes("bad small").props('role="alert"')
        self._problem.set_visibility(False)

    def complain(self, sentence: str | None) -> None:
        """Show a problem at the end of the frame; None removes the one that is shown."""
        self._problem.text = sentence or ""
        self._problem.set_visibility(bool(sentence))


class Section(Group):
    """The fields of an object."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        given = value if isinstance(value, Mapping) else {}
        with self._frame(field, field.label):
            self._controls = show_controls(field.inner, given, changed)

    @property
    def value(self) -> Any:  # noqa: ANN401
        """The values that differ from the defaults or must be given; EMPTY if there are none."""
        return values_of(self._controls) or EMPTY


class Sections(Group):
    """A list of objects: each can be removed, and others added."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        self._changed = changed
        self._each: list[Controls] = []
        with self._frame(field, field.label) as frame:
            self._place = ui.element("div").classes("stack")
        with frame:
            ui.button(f"Add to {field.label.lower()}", icon="add", on_click=self._add).props(
                "flat dense"
            )
        for one in value if isinstance(value, list | tuple) else ():
            self._show(one if isinstance(one, Mapping) else {})

    @property
    def value(self) -> Any:  # noqa: ANN401
        """The values of each section that is not empty, as a list; EMPTY if all are."""
        return [section for one in self._each if (section := values_of(one))] or EMPTY

    def _add(self) -> None:
        self._show({})

    def _show(self, given: Mapping[str, Any]) -> None:
        """Show one section with its values and a button that removes it."""
        with self._place, ui.element("div").classes("box stack") as box:
            controls = show_controls(self.field.inner, given, self._changed)
            self._each.append(controls)

            async def remove() -> None:
                self._each.remove(controls)
                box.delete()
                await self._changed()

            ui.button("Remove", icon="delete_outline", on_click=remove).props("flat dense")


class ByColumn(Group):
    """One value for each quasi-identifier; columns left empty get none."""

    def __init__(self, field: Field, value: object, changed: Changed) -> None:
        given = value if isinstance(value, Mapping) else {}
        about = field.about.get("additionalProperties", {})
        with self._frame(field, label(field)):
            if hint := field_of("", about, field.schema, {}).hint:
                ui.label(f"{hint}. Leave others empty.").classes("quiet small")
            names = list(dict.fromkeys([*field.options, *given]))
            self._controls = {
                name: _column_control(name, about, field.schema, given.get(name), changed)
                for name in names
            }

    @property
    def value(self) -> Any:  # noqa: ANN401
        """The values by column, of those columns that have one; EMPTY if none has."""
        values = {name: one.value for name, one in self._controls.items()}
        return {name: value for name, value in values.items() if value is not EMPTY} or EMPTY


AnyControl = Control | Section | Sections | ByColumn
Controls = dict[str, AnyControl]


def show_controls(
    fields: tuple[Field, ...], given: Mapping[str, Any], changed: Changed
) -> Controls:
    """Show the controls of some fields, in their order; returns them by name."""
    return {
        field.name: _GROUPS.get(field.kind, control)(field, given.get(field.name), changed)
        for field in fields
    }


def values_of(controls: Controls) -> Settings:
    """The values of controls: those that differ from the defaults or must be given."""
    fields = [one.field for one in controls.values()]
    return short(
        {name: one.value for name, one in controls.items()},
        {field.name: field.default for field in fields},
        frozenset(field.name for field in fields if field.needed),
    )


def _column_control(
    name: str, about: Mapping[str, Any], schema: Mapping[str, Any], value: object, changed: Changed
) -> Control:
    """Show the control of one column, labeled with the name of the column."""
    field = replace(field_of(name, about, schema, {}), label=name, hint="")
    return control(field, value, changed)


_GROUPS: dict[str, Callable[[Field, object, Changed], AnyControl]] = {
    "section": Section,
    "sections": Sections,
    "by-column": ByColumn,
}
