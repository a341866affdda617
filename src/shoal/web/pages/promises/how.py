"""How a release is made: by a search for the best levels, or by a method from the literature."""

from collections.abc import Mapping

from nicegui import ui

from shoal.card import Card
from shoal.server.stored.study_keys import StoredKeys, only, remove_keys
from shoal.study.keys.plain import Settings
from shoal.web.explain import heading
from shoal.web.forms import Form, Model, form_of
from shoal.web.pages.promises.parts import Chosen, NotKept, part
from shoal.web.pages.promises.promise_list import PromiseList
from shoal.web.pages.promises.recipient import Profile
from shoal.web.pages.promises.study_editor import StudyEditor

SEARCH, METHOD = "search", "method"
WAYS = {
    SEARCH: "Search for the release that loses least",
    METHOD: "Use a method from the literature instead",
}
GLOBAL = "global"
USUAL: Settings = {"strategy": "optimal"}
OFFERED = ("local", "iterated")  # a series needs the releases before it
REPLACED = ("privacy", "search", "recoding", "population")


def with_method(body: StoredKeys, settings: Settings) -> None:
    """Put a method into a study, and take out the keys that it replaces; changes `body`."""
    remove_keys(body, *REPLACED)
    body["method"] = dict(settings)


def method_to_begin(name: str, card: Card, columns: Mapping[str, str]) -> Settings:
    """A method with parameters to begin with."""
    given: Settings = {"name": name, **card.begin}
    if name == "argus":
        quasi = [one for one, role in columns.items() if role == "quasi-identifier"]
        given["identifying"] = dict.fromkeys(quasi, 1)
    return given


class How:
    """Search and recoding, or a method."""

    def __init__(
        self, editor: StudyEditor, models: dict[str, dict[str, Model]], promises: PromiseList
    ) -> None:
        self._editor, self._models, self._promises = editor, models, promises
        self._before: StoredKeys = {}  # the keys that a method has replaced

    def show(self) -> None:
        """Show the part."""
        with part("how", "How it is done", "search"):
            now = METHOD if self._editor.body.get("method") else SEARCH
            self._way = ui.radio(WAYS, value=now).props('aria-label="How it is done"')
            self._place = ui.element("div").classes("stack")
            NotKept(self._editor, "method")
        self._draw()
        self._way.on_value_change(self._change_way)

    async def _change_way(self) -> None:
        """Store the other way; keys that a method replaces come back when it is given up."""
        if self._way.value == METHOD:
            settings = self._first_settings("datafly")
            self._before = only(self._editor.body, *REPLACED)
            self._promises.step_aside()
            await self._editor.change("method", lambda body: with_method(body, settings))
        else:
            promises = self._promises.come_back()

            def edit(body: StoredKeys) -> None:
                remove_keys(body, "method", "recipient")
                body.update({**self._before, "privacy": promises})

            await self._editor.change("method", edit)
        self._draw()

    def _first_settings(self, name: str) -> Settings:
        return method_to_begin(name, self._models["method"][name].card, self._editor.columns)

    def _draw(self) -> None:
        self._place.clear()
        with self._place:
            if self._way.value == METHOD:
                self._show_method()
            else:
                self._show_search()

    def _show_method(self) -> None:
        """Show the choice of a method with its form, and the recipient."""
        note = "A method stands instead of promises and search, and keeps what its page says."
        ui.label(note).classes("box hint")
        given = self._editor.body.get("method") or {"name": "datafly"}

        async def keep(value: Settings) -> list[str]:
            await self._editor.change("method", lambda body: with_method(body, value))
            return []

        models = self._models["method"]
        begin = {name: self._first_settings(name) for name in models}
        Chosen("Method", models, given, keep, self._editor.columns, ("steps", "edges"), begin)
        with ui.element("div"):
            ui.link("Do it step by step, with undo", self._editor.story.address("steps"))
        Profile(self._editor).show()

    def _show_search(self) -> None:
        """Show the strategy, the seed and the recoding."""
        with ui.element("div").classes("pair"):
            with ui.element("div").classes("stack"):
                heading("Strategy", "strategy", 3)
                given = self._editor.body.get("search") or USUAL
                Chosen("Search strategy", self._models["search"], given, self._keep_search, {})
                NotKept(self._editor, "search")
                self._show_seed()
            with ui.element("div").classes("stack"):
                heading("Recoding", "recoding", 3)
                self._show_recoding()

    async def _keep_search(self, value: Settings) -> list[str]:
        await self._editor.put("search", None if value == USUAL else value)
        return []

    def _show_seed(self) -> None:
        """Show the field of the seed."""

        async def keep(value: StoredKeys) -> list[str]:
            return await self._editor.put("seed", value.get("seed"))

        schema = {
            "properties": {"seed": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}}
        }
        about = "Seed of search and learning, never of what protects people."
        given = {"seed": self._editor.body.get("seed")}
        Form(schema, given, keep, meanings={"seed": about}, check=_seed_problems)

    def _show_recoding(self) -> None:
        """Show the choice of a recoding and its form; global is not written."""
        given = self._editor.body.get("recoding") or GLOBAL
        settings: Settings = {"mode": given} if isinstance(given, str) else given.copy()
        options = {
            GLOBAL: "global: all records have the same levels",
            **{name: f"{name}: {self._models['recoding'][name].card.says}" for name in OFFERED},
        }
        choice = ui.select(options, label="Recoding", value=settings["mode"])
        choice.props("outlined dense options-dense hide-bottom-space").classes("field")
        place = ui.element("div")

        def draw(now: Settings) -> None:
            place.clear()
            model = self._models["recoding"].get(str(now["mode"]))
            if model is not None:
                with place:
                    _show_recoding_form(model, now, self._editor)

        async def choose() -> None:
            draw({"mode": choice.value})
            await self._editor.put("recoding", None if choice.value == GLOBAL else choice.value)

        draw(settings)
        choice.on_value_change(choose)
        NotKept(self._editor, "recoding")


def _show_recoding_form(model: Model, given: Settings, editor: StudyEditor) -> None:
    """Show the form of a recoding; without parameters it is written as its name alone."""

    async def keep(value: Settings) -> list[str]:
        return await editor.put("recoding", {"mode": model.name, **value} if value else model.name)

    form_of(model, given, keep)


def _seed_problems(value: StoredKeys) -> list[str]:
    """What is wrong with a seed, in the form that puts it at its field."""
    seed = value.get("seed")
    right = seed is None or (isinstance(seed, int) and seed >= 0)
    return [] if right else ["parameter 'seed': should be a whole number, 0 or more."]
