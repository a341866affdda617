"""What becomes of an identifier: it is left out, or replaced by a pseudonym."""

from nicegui import ui

from shoal.card import Card
from shoal.server.stored.study_keys import StoredColumn
from shoal.study.keys.plain import Settings
from shoal.web.explain import heading
from shoal.web.forms import form_of, models
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.secrets import Secrets

KEYLESS = {"drop", "token"}
NOT_HERE = ("key", "create_key", "mapping")


class Identifier:
    """The choice of a method, and its form."""

    def __init__(self, editor: ColumnsEditor, name: str) -> None:
        self._editor, self._name = editor, name

    async def show(self) -> None:
        """Show a card with the methods, and the form of the chosen one."""
        given, known = self._settings(), await models("pseudonym")
        with ui.element("section").classes("card"):
            heading("What becomes of its values", "columns pseudonym")
            options = {name: option_text(model.card) for name, model in known.items()}
            shown = ui.radio(options, value=given["method"]).props("dense").mark("pseudonym")
            shown.props["aria-label"] = "What becomes of its values"
            shown.on_value_change(lambda event: self._choose(str(event.value)))
            self._place = ui.element("div").classes("stack")
            await self._fill(given)

    def _settings(self) -> Settings:
        """The method of the column with its parameters; `drop` if the study names none."""
        given = self._editor.keys(self._name).get("pseudonym") or "drop"
        return {"method": given} if isinstance(given, str) else dict(given)

    async def _choose(self, method: str) -> None:
        """Choose a method; one that needs a key is stored only when a key is chosen, too."""
        given: Settings = {"method": method}
        if method not in KEYLESS:
            given["domain"] = "patients"
        if method in KEYLESS:
            await self._keep(given, quiet=True)
        await self._fill(given)

    async def _fill(self, given: Settings) -> None:
        """Show what a method does, its form, and the keys if it needs one."""
        known = (await models("pseudonym"))[str(given["method"])]
        self._place.clear()
        with self._place:
            ui.label(known.definition).classes("quiet")
            if given["method"] == "drop":
                return

            async def keep(value: Settings) -> list[str]:
                return await self._keep(
                    {**self._key_setting(), "method": known.name, **value}, quiet=True
                )

            more = ("domain", "recipient") if known.name in KEYLESS else ()
            form = form_of(known, given, keep, without=(*NOT_HERE, *more))
            if known.name in KEYLESS:
                return

            async def use_key(id: str) -> None:
                value = {"method": known.name, **form.value, "key": id}
                form.complain(await self._keep(value, quiet=True))

            await Secrets(self._editor, str(given.get("key", ""))).show(use_key)

    def _key_setting(self) -> Settings:
        """The key that the study names, as a setting; empty if it names none."""
        key = self._settings().get("key")
        return {"key": key} if key else {}

    async def _keep(self, pseudonym: Settings, *, quiet: bool) -> list[str]:
        """Store the method; returns the problems, such as a missing key."""
        method = pseudonym["method"]
        if method not in KEYLESS and not pseudonym.get("key"):
            return ["Choose a key below: without one, nobody could make the same pseudonyms again."]
        keys: StoredColumn = {
            **self._editor.keys(self._name),
            "pseudonym": None if method == "drop" else pseudonym,
        }
        what = f"{self._name}: {method}"
        return await self._editor.change(what, {self._name: keys}, what, quiet=quiet)


def option_text(card: Card) -> str:
    """The title of a method, and what it does."""
    if card.says is None:
        return str(card.title)
    return f"{card.title}: {card.says[:1].lower()}{card.says[1:].removesuffix('.')}"
