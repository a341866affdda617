"""The dialog to add a promise: models grouped by what they protect against, with advice."""

from collections.abc import Awaitable, Callable
from copy import deepcopy

from nicegui import ui

from shoal.card import Card
from shoal.server.stored.study_keys import StoredKeys
from shoal.study.keys.plain import Settings
from shoal.web.forms import Model
from shoal.web.modal import modal
from shoal.web.pages.promises.study_editor import StudyEditor

GROUPS = {
    "identity": "Identity: nobody finds out which record is whose",
    "attribute": "Attribute: nobody learns what somebody has",
    "membership": "Membership: nobody learns who is in the data",
    "economics": "Economics: attacks do not pay",
    "differential": "Differential privacy: whether you take part changes nothing",
}


def headings(models: dict[str, Model]) -> dict[str, str]:
    """The heading of each group; the group of another package is its own heading."""
    groups = {str(model.card.group): str(model.card.group) for model in models.values()}
    return {**GROUPS, **{group: title for group, title in groups.items() if group not in GROUPS}}


class Chooser:
    """A dialog with every privacy model; `add` gets the name of the one that is added."""

    def __init__(self, models: dict[str, Model], add: Callable[[str], Awaitable[None]]) -> None:
        self._models, self._add = models, add
        with modal("Add a promise") as self._dialog, ui.card().classes("dialog chooser"):
            self._place = ui.element("div").classes("stack")

    def open(self, editor: StudyEditor) -> None:
        """Show the models, and what the study lacks for each."""
        self._place.clear()
        with self._place:
            with ui.element("div").classes("line"):
                ui.label("Add a promise").props('role="heading" aria-level="2"').classes("h2 grow")
                ui.button(icon="close", on_click=self._dialog.close).props(
                    'flat round dense aria-label="Close"'
                )
            for group, title in headings(self._models).items():
                names = [name for name, one in self._models.items() if one.card.group == group]
                ui.label(title).props('role="heading" aria-level="3"').classes("h3")
                with ui.element("div").classes("halves"):
                    for name in names:
                        self._offer(name, editor)
        self._dialog.open()

    def _offer(self, name: str, editor: StudyEditor) -> None:
        """Show one model; it cannot be added if it needs a sensitive column and there is none."""
        card = self._models[name].card
        lack = unmet_need(card, editor.body)
        with ui.element("div").classes("box stack offer"):
            with ui.element("div").classes("line"):
                ui.label(name).classes("strong grow")
                button = ui.button("Add", on_click=self._adder(name)).props("dense outline")
                button.props["aria-label"] = f"Add {name}"
                button.set_enabled(lack != NO_COLUMN)
            ui.label(card.says or "")
            ui.label(card.advice).classes("quiet small")
            if lack:
                ui.label(lack).classes("warn small")

    def _adder(self, name: str) -> Callable[[], Awaitable[None]]:
        async def add() -> None:
            self._dialog.close()
            await self._add(name)

        return add


NO_COLUMN = "It needs a sensitive column, and there is none. Roles are set in the step Data."
NO_POPULATION = "It also needs the population or a research subset, below."


def unmet_need(card: Card, body: StoredKeys) -> str:
    """What the study lacks for a promise, in a sentence; empty if nothing."""
    columns = body.get("columns", {}).values()
    if "column" in card.needs and not any(one.get("role") == "sensitive" for one in columns):
        return NO_COLUMN
    if any(one.startswith("population") for one in card.needs):
        return "" if body.get("population") or body.get("subset") else NO_POPULATION
    return ""


def first_settings(name: str, card: Card, column: str) -> Settings:
    """A promise with parameters to begin with, about `column` if the model needs one."""
    about = {"column": column} if "column" in card.needs and column else {}
    return {"model": name, **about, **deepcopy(dict(card.begin))}
