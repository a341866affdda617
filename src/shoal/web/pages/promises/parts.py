"""What all parts of the page look like: a heading with its explanation, and what is not kept."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from nicegui import ui

from shoal.card import Card
from shoal.study.keys.plain import Settings
from shoal.web.explain import heading
from shoal.web.forms import Form, Model, form_of
from shoal.web.forms.form import OnChange
from shoal.web.pages.promises.desk import Desk


@contextmanager
def part(name: str, title: str, term: str = "", hint: str = "") -> Iterator[None]:
    """A part of the page, which a link can lead to."""
    with ui.element("section").classes("card part").props(f'id="{name}"') as place:
        place.props["aria-label"] = title
        heading(title, term)
        if hint:
            ui.label(hint).classes("quiet")
        yield


@contextmanager
def folded(title: str, name: str, hint: str = "") -> Iterator[ui.expansion]:
    """A part that is closed until somebody wants it."""
    with (
        ui.element("section").classes("card part folded").props(f'id="{name}"'),
        ui.expansion(title, caption=hint).classes("fold").mark(f"fold-{name}") as fold,
        ui.element("div").classes("stack"),
    ):
        yield fold


class NotKept:
    """Tells in place that a change of a part waits, and why."""

    def __init__(self, desk: Desk, name: str) -> None:
        self._desk, self._name = desk, name
        self._place = ui.element("div").props('role="alert"').classes("not-kept")
        desk.when_changed(self.show)
        self.show()

    def show(self) -> None:
        """What is wrong now, if anything is."""
        self._place.clear()
        waits = self._desk.waiting.get(self._name)
        if waits is None:
            return
        with self._place, ui.element("div").classes("box warning").mark("not-kept"):
            ui.icon("hourglass_empty").props('aria-hidden="true"')
            with ui.element("div"):
                ui.label("Not kept yet").classes("strong")
                for sentence in waits[1]:
                    ui.label(sentence)


def explained(card: Card) -> None:
    """What a model says, when to use it, and its formula."""
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
    """A plugin of a family and its parameters: a choice, and the form of what is chosen."""

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
        self._choice.props("outlined dense options-dense hide-bottom-space").classes("field")
        self._about = ui.label().classes("quiet")
        self._place = ui.element("div")
        self._form: Form[Settings] | None = None
        self._show(given)
        self._choice.on_value_change(self._chosen)

    def _show(self, given: Settings) -> None:
        model = self._models[self.name]
        self._about.text = model.definition
        self._place.clear()
        with self._place:
            self._form = form_of(
                model, given, self._changed, columns=self._columns, without=self._without
            )

    async def _chosen(self) -> None:
        self.name = str(self._choice.value)
        self._show(self._begin.get(self.name, {}))
        if self._form is not None and not await self._form.problems():
            await self._changed(self._form.value)

    async def _changed(self, value: Settings) -> list[str]:
        model = self._models[self.name]
        return await self._on_change({model.key: self.name, **value}) or []
