"""All promises of the study: add, edit, switch off, remove, copy to other sensitive columns."""

from dataclasses import replace
from typing import Any

from nicegui import ui

from shoal.server.stored.study_keys import StoredKeys
from shoal.study.keys.plain import Settings
from shoal.web.forms import Model
from shoal.web.modal import modal
from shoal.web.pages.promises.aside import Aside
from shoal.web.pages.promises.chooser import Chooser, first_settings
from shoal.web.pages.promises.facts import spreads_of
from shoal.web.pages.promises.parts import NotKept, part
from shoal.web.pages.promises.promise_card import PromiseCard
from shoal.web.pages.promises.study_editor import StudyEditor


class PromiseList:
    """The promises."""

    def __init__(self, editor: StudyEditor, models: dict[str, Model]) -> None:
        self._editor, self._models = editor, models
        self._aside = Aside(editor.story.id)
        self._cards = [self._card(one.copy(), True) for one in editor.body.get("privacy", ())]
        self._by_method: list[PromiseCard] = []

    def show(self) -> None:
        """Show the part."""
        hint = "All of these must hold in every release. Several together protect best."
        with part("privacy", "Privacy", "promise", hint):
            self._replaced = ui.label(
                "A method stands instead of promises; see “How it is done” below."
            ).classes("box hint")
            self._place = ui.element("div").classes("stack")
            self._asked = ui.element(
                "div"
            )  # dialogs stay when the card that opened them is redrawn
            NotKept(self._editor, "privacy")
            self._chooser = Chooser(self._models, self._add)
            with ui.element("div").classes("line wrap"):
                ui.button(
                    "Add a promise",
                    icon="add",
                    on_click=lambda: self._chooser.open(self._editor),
                )
        self._draw()
        self._editor.when_changed(self._refresh)
        ui.timer(0.1, self._recall, once=True)

    async def keep(self) -> list[str]:
        """Store the promises that are in force in the study, and the others in the browser.

        Returns the problems; the change then waits.
        """
        self._aside.keep([card.settings for card in self._cards if not card.on])
        wanted = [card.settings for card in self._cards if card.on]

        def edit(body: StoredKeys) -> None:
            body["privacy"] = wanted

        return await self._editor.change("privacy", edit)

    def step_aside(self) -> None:
        """Switch all promises off, because a method takes over; the study is not changed here."""
        self._by_method = [card for card in self._cards if card.on]
        for card in self._by_method:
            card.on = False
        self._draw()

    def come_back(self) -> list[Settings]:
        """Switch on what the method had switched off, or k-anonymity if there was nothing.

        Returns the promises in force, which the caller stores.
        """
        for card in self._by_method:
            card.on = True
        if not any(card.on for card in self._cards):
            self._switch_on_one()
        self._draw()
        return [card.settings for card in self._cards if card.on]

    def _switch_on_one(self) -> None:
        """Switch on k-anonymity, or add it if the list has none."""
        for card in self._cards:
            if card.settings["model"] == "k-anonymity":
                card.on = True
                return
        self._cards.append(self._card({"model": "k-anonymity", "k": 5}, True))

    def _card(self, settings: Settings, on: bool) -> PromiseCard:
        return PromiseCard(
            self._editor, self._models[str(settings["model"])], settings, on, self.keep
        )

    def _refresh(self) -> None:
        """Say again what each promise means, with the present population and stakes."""
        self._replaced.set_visibility("method" in self._editor.body)
        for card in self._cards:
            card.refresh()

    def _draw(self) -> None:
        """Show all cards again."""
        self._place.clear()
        with self._place:
            if not self._cards:
                ui.label("No promise yet. Add one, or begin with a preset above.").classes("empty")
            for card in self._cards:
                card.show(self._remover(card), self._copier(card))
        self._refresh()

    async def _recall(self) -> None:
        """Load the distribution of sensitive values, and promises that are switched off."""
        spreads = await spreads_of(self._editor.story)
        self._editor.facts = replace(self._editor.facts, spreads=spreads)
        self._refresh()
        for settings in await self._aside.load():
            if settings["model"] in self._models:
                self._cards.append(self._card(settings, False))
        if any(not card.on for card in self._cards):
            self._draw()

    async def _add(self, name: str) -> None:
        column = self._free_column(name)
        self._cards.append(self._card(first_settings(name, self._models[name].card, column), True))
        self._draw()
        await self.keep()

    def _free_column(self, name: str) -> str:
        """A sensitive column without a promise of this model; else the first one.

        Empty without any.
        """
        names = self._editor.story.columns_with_role("sensitive")
        taken = {card.column for card in self._cards if card.settings["model"] == name}
        return next((one for one in names if one not in taken), names[0] if names else "")

    def _remover(self, card: PromiseCard) -> Any:  # noqa: ANN401  (a handler)
        """The handler that removes a promise."""

        async def remove() -> None:
            self._cards.remove(card)
            self._draw()
            await self.keep()

        return remove

    def _copier(self, card: PromiseCard) -> Any:  # noqa: ANN401  (a handler)
        """The handler that asks for other columns and copies a promise to them."""

        def copy() -> None:
            others = [
                n for n in self._editor.story.columns_with_role("sensitive") if n != card.column
            ]
            self._asked.clear()
            with (
                self._asked,
                modal("Copy to other columns", opened=True) as dialog,
                ui.card().classes("dialog"),
            ):
                ui.label(f"Copy {card.settings['model']} to").classes("h3")
                boxes = {name: ui.checkbox(name, value=True) for name in others}
                if not others:
                    ui.label("There is no other sensitive column. Roles are set in the step Data.")

                async def copy_to_chosen() -> None:
                    dialog.close()
                    await self._copy_to(card, [name for name, box in boxes.items() if box.value])

                with ui.element("div").classes("line"):
                    ui.button("Copy", on_click=copy_to_chosen).set_enabled(bool(others))
                    ui.button("Cancel", on_click=dialog.close).props("flat")

        return copy

    async def _copy_to(self, card: PromiseCard, names: list[str]) -> None:
        """Use the same settings for other columns; replaces promises of the same model there."""
        model = card.settings["model"]
        kept = [c for c in self._cards if c.settings["model"] != model or c.column not in names]
        copies = [self._card({**card.settings, "column": name}, True) for name in names]
        self._cards = [*kept, *copies]
        self._draw()
        await self.keep()
