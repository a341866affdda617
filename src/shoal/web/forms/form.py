"""A form for any object schema: fields with help, and problems at the fields as a person types."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar, cast

from nicegui import ui

from shoal.web.assets import STATIC
from shoal.web.forms.complaints import beside
from shoal.web.forms.groups import show_controls, values_of
from shoal.web.forms.shape import fields_of

STYLE = f'<link rel="stylesheet" href="{STATIC}/forms.css">'
Held = TypeVar("Held", bound=Mapping[str, object])
OnChange = Callable[[Held], Awaitable[list[str] | None]]

ui.add_head_html(STYLE, shared=True)


class Form(Generic[Held]):
    """Fields for the parameters that a schema describes; `Held` is the type of the value.

    Each change is checked in a thread, so that typing is never held up. Problems stand at their
    fields; only a value without problems is handed on.

    Args:
        schema: A JSON schema of an object, as Pydantic writes it.
        value: The parameters to show at first; where one is not given, the default is shown.
        on_change: Gets the value after each change without problems; returns further problems,
            which are then shown, too.
        columns: The study's columns, each with its role, for parameters that name columns.
        meanings: What parameters are for, where the schema's description does not say it.
        check: Returns the problems of a value; called in a thread. Without it, nothing is checked.
        without: Parameters that have no field here; their values are kept.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        value: Mapping[str, Any] | None = None,
        on_change: OnChange[Held] | None = None,
        *,
        columns: Mapping[str, str] | None = None,
        meanings: Mapping[str, str] | None = None,
        check: Callable[[Held], list[str]] | None = None,
        without: tuple[str, ...] = (),
    ) -> None:
        self._on_change, self._check, self._turn = on_change, check, 0
        given = dict(value or {})
        fields = fields_of(schema, columns, meanings)
        self._kept = {name: given[name] for name in without if name in given}
        with ui.element("div").classes("form") as self.place:
            shown = tuple(field for field in fields if field.name not in without)
            self._controls = show_controls(shown, given, self._check_and_pass_on)
            with ui.element("div").classes("bad small").props('role="alert"') as self._message:
                pass

    @property
    def value(self) -> Held:
        """The values that differ from the defaults or must be given, and those without a field."""
        return cast(Held, {**values_of(self._controls), **self._kept})

    async def problems(self) -> list[str]:
        """Check the value; returns its problems, and shows them."""
        value = self.value
        problems = await asyncio.to_thread(self._check, value) if self._check else []
        self.complain(problems)
        return problems

    def complain(self, sentences: list[str]) -> None:
        """Show each problem at the field that it is about, the others below the form.

        Problems that were shown before disappear.
        """
        by_field, rest = beside(sentences, self._controls)
        for name, one in self._controls.items():
            one.complain(by_field.get(name))
        self._message.clear()
        with self._message:
            for sentence in rest:
                ui.label(sentence)

    async def _check_and_pass_on(self) -> None:
        """Check the value after a change, and pass it on if it has no problems.

        If another change comes during the check, only the later value is passed on.
        """
        self._turn += 1
        turn = self._turn
        problems = await self.problems()
        if problems or turn != self._turn or self._on_change is None:
            return
        problems = await self._on_change(self.value) or []
        if turn == self._turn and problems:
            self.complain(problems)
