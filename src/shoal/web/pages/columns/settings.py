"""The form of a builder: the most important settings first, the others in an expansion."""

from nicegui import ui

from shoal.card import Card
from shoal.study.keys.plain import Settings
from shoal.web.forms import Form, Model, model_problems
from shoal.web.forms.form import OnChange

FEW = 4  # fields that are shown at once


class SettingsForm:
    """Two forms that hold the settings of one builder together; `on_change` gets all of them."""

    def __init__(self, model: Model, given: Settings, on_change: OnChange[Settings]) -> None:
        self._model, self._on_change = model, on_change
        value = {key: given[key] for key in given if key != model.key}
        first, rest = parts(model.card, tuple(model.schema.get("properties", ())))
        if not first:
            ui.label("It has no settings.").classes("quiet")
        self._forms = [(first, self._form(value, rest))]
        if rest:
            opened = any(key in rest for key in value)
            line = ui.expansion("More settings", icon="more_horiz", value=opened)
            with line.props("dense").classes("part"):
                self._forms.append((rest, self._form(value, first)))

    @property
    def value(self) -> Settings:
        """The settings in both forms together."""
        return {
            key: form.value[key]
            for names, form in self._forms
            for key in names
            if key in form.value
        }

    def _form(self, value: Settings, without: tuple[str, ...]) -> Form[Settings]:
        """Show one of the two forms; it checks the settings of both."""
        return Form(
            self._model.schema,
            value,
            self._pass_on,
            meanings=self._model.meanings,
            check=lambda _: model_problems(self._model, self.value),
            without=without,
        )

    async def _pass_on(self, _: Settings) -> list[str] | None:
        return await self._on_change(self.value)


def parts(card: Card, fields: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a builder that are shown at once, and those in the expansion.

    The card names the first ones; without it, they are the first FEW fields.
    """
    if not card.first and len(fields) <= FEW:
        return fields, ()
    first = tuple(one for one in card.first or fields[:FEW] if one in fields)
    return first, tuple(one for one in fields if one not in first)
