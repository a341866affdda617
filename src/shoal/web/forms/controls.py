"""One control for each kind of field: a label, help below, problems at the field."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.validation_element import ValidationElement
from nicegui.elements.mixins.value_element import ValueElement

from shoal.web.forms.shape import NUMBERS, Field, resolve
from shoal.web.forms.texts import (
    EMPTY,
    free_of,
    free_text,
    list_of,
    list_text,
    number_of,
    number_text,
)

Changed = Callable[[], Awaitable[None]]
WAIT = "debounce=400"  # milliseconds after the last key


class Control:
    """A field on the page.

    Args:
        field: What it is for.
        shown: Its element.
        read: Turns what the element holds into a value of the study, or EMPTY.
        changed: Called after each change of the element.
    """

    def __init__(
        self,
        field: Field,
        shown: ValueElement[Any],
        read: Callable[[Any], Any],
        changed: Changed,
    ) -> None:
        self.field, self.shown, self._read = field, shown, read
        shown.on_value_change(changed)
        shown.mark(f"field-{field.name}")

    @property
    def value(self) -> Any:  # noqa: ANN401  (whatever the field holds; EMPTY for nothing)
        """The value that the control holds now; EMPTY if it holds nothing."""
        return self._read(self.shown.value)

    def complain(self, sentence: str | None) -> None:
        """Show a problem at the control; None removes the one that is shown.

        A switch has no place for problems and shows none.
        """
        if isinstance(self.shown, ValidationElement):
            self.shown.error = sentence


def control(field: Field, value: object, changed: Changed) -> Control:
    """Show the control of a field, except of kinds section, sections and by-column (see `groups`).

    Args:
        field: The field.
        value: What the study has; None shows the default.
        changed: Called after each change.
    """
    return _MAKERS.get(field.kind, _free)(field, value, changed)


def label(field: Field) -> str:
    """The name of a field, and whether it must be given."""
    return f"{field.label} (needed)" if field.needed else field.label


def help_text(field: Field) -> str:
    """What a field is for, which values it takes, and its default."""
    meaning = field.meaning.rstrip(".")
    parts = [_sentence(meaning), _sentence(field.hint), _otherwise(field)]
    return " ".join(part for part in parts if part).replace("`", "")


def _sentence(text: str) -> str:
    """A text with a full stop; empty for hints that say nothing."""
    return f"{text}." if text and text not in {"Text", "List of text"} else ""


def _otherwise(field: Field) -> str:
    """The sentence about the default; empty if there is none or the control shows it."""
    unsaid = field.default in (None, [], {}, "")
    if field.needed or unsaid or field.kind in {"switch", "choice"}:
        return ""
    default = field.default
    return f"Usual: {list_text(default) or number_text(default) or free_text(default)}."


def _add_help(shown: ui.input | ui.select | ui.textarea, field: Field) -> None:
    """Set the style of a control, and show the help of its field below it."""
    shown.props("outlined dense hide-bottom-space").classes("field")
    if help_text(field):
        shown.props["hint"] = help_text(field)


def _input_control(
    field: Field, text: str, read: Callable[[Any], Any], changed: Changed, props: str = ""
) -> Control:
    """A control with one line of text, which shows the default in pale while it is empty."""
    shown = ui.input(label(field), value=text).props(f"{WAIT} autocomplete=off {props}")
    if field.default not in (None, [], {}):
        shown.props["placeholder"] = free_text(field.default)
    _add_help(shown, field)
    return Control(field, shown, read, changed)


def _number(field: Field, value: object, changed: Changed) -> Control:
    """A control for a number.

    What is typed and is no number stays a text, which is refused later.
    """
    step = "1" if field.kind == "integer" else "any"
    shown = value if value is not None else field.default
    return _input_control(field, number_text(shown), number_of, changed, f"type=number step={step}")


def _text(field: Field, value: object, changed: Changed) -> Control:
    shown = value if value is not None else field.default
    return _input_control(field, str(shown or ""), lambda text: text or EMPTY, changed)


def _list(field: Field, value: object, changed: Changed) -> Control:
    """A control for a list, typed with commas."""
    items, _ = resolve(field.about.get("items", {}), field.schema)
    numbers = items.get("type") in NUMBERS
    text = list_text(value if value is not None else field.default)
    made = _input_control(field, text, lambda given: list_of(given, numbers), changed)
    made.shown.props["hint"] = f"{help_text(field)} Put commas between them."
    return made


def _free(field: Field, value: object, changed: Changed) -> Control:
    """A control for any value, typed as YAML."""
    shown = ui.textarea(label(field), value=free_text(value)).props(f"{WAIT} autogrow")
    _add_help(shown, field)
    if field.hint:
        shown.props["hint"] = f"{help_text(field)} Written as in a study file (YAML)."
    return Control(field, shown, free_of, changed)


def _switch(field: Field, value: object, changed: Changed) -> Control:
    """A control for yes or no; its help stands beside it."""
    on = bool(field.default) if value is None else bool(value)
    with ui.element("div").classes("switch"):
        shown = ui.switch(field.label, value=on)
        if field.meaning:
            ui.label(field.meaning.replace("`", "")).classes("quiet small")
    return Control(field, shown, bool, changed)


def _choice(field: Field, value: object, changed: Changed) -> Control:
    """A control to choose one option; a value that is no option stays, marked as not there."""
    known = value if value is not None else field.default
    options: dict[str, str] = {one: one for one in field.options}
    if isinstance(known, str) and known not in options:
        options[known] = f"{known} (not there)"
    if known is None or (field.nullable and field.default is None):
        options = {"": "–" if not field.needed else "Choose …"} | options
    if isinstance(field.default, str) and field.default in options:
        options[field.default] = f"{field.default} (usual)"
    shown = ui.select(options, label=label(field), value=known or "").props("options-dense")
    _add_help(shown, field)
    if field.kind == "choice":
        shown.props["hint"] = field.meaning.replace("`", "")
    return Control(field, shown, lambda chosen: chosen or EMPTY, changed)


def _column(field: Field, value: object, changed: Changed) -> Control:
    made = _choice(field, value, changed)
    made.shown.props["hint"] = field.meaning.replace("`", "")
    return made


def _choices(field: Field, value: object, changed: Changed) -> Control:
    """A control to choose several options; values that are no options can be chosen, too."""
    given = value if value is not None else field.default
    known = [str(one) for one in given] if isinstance(given, list | tuple) else []
    options = list(dict.fromkeys([*field.options, *known]))
    shown = ui.select(options, label=label(field), value=known, multiple=True)
    shown.props("use-chips options-dense")
    _add_help(shown, field)
    shown.props["hint"] = field.meaning.replace("`", "")
    return Control(field, shown, lambda chosen: list(chosen) or EMPTY, changed)


_MAKERS: dict[str, Callable[[Field, Any, Changed], Control]] = {
    "integer": _number,
    "number": _number,
    "text": _text,
    "list": _list,
    "free": _free,
    "switch": _switch,
    "choice": _choice,
    "column": _column,
    "choices": _choices,
    "columns": _choices,
}
