"""The settings of an evaluation: which models learn, and how they are judged."""

from nicegui import ui

from shoal.server.stored.study_keys import without
from shoal.study.keys.evaluate import Evaluate
from shoal.study.keys.plain import Settings
from shoal.web.explain import explanation, heading
from shoal.web.forms import Form, Model, form_of
from shoal.web.labels import with_label
from shoal.web.pages.learning.evaluate_editor import EvaluateEditor
from shoal.web.pages.learning.settings import LINES

USUAL = "logistic-regression"
TOLD = {
    "folds": "Parts of the table; each is predicted by models that learned from the others.",
    "repetitions": "How often the table is divided anew.",
    "ranges": "What a label such as 20-29 is, in a column with scaling: a category, or its middle.",
    "max_records": "How many records take part, drawn at random; 0 for all.",
    "anonymize": "Once from all records, or in each part only from those that are learned from"
    " (strict: nothing is known about who is predicted; takes a search for each part).",
    "membership_attacks": "How often it is tried to tell from a model who was learned from; 0 for"
    " never.",
}


class Models:
    """The models, each with its parameters; each change is stored.

    Attributes:
        chosen: The settings of each model, with its name under the key `model`.
    """

    def __init__(self, editor: EvaluateEditor, known: dict[str, Model]) -> None:
        self._editor, self._known = editor, known
        given = editor.section.get("models") or [USUAL]
        self.chosen = [_settings(one) for one in (given if isinstance(given, list) else [given])]
        heading("Which models learn", "learning-model", 3)
        self._place = ui.element("div").classes("stack")
        self._wrong = ui.element("div").classes("bad small").props('role="alert"')
        with ui.element("div").classes("line wrap"):
            self._more = ui.select(list(known), label="Add a model").classes("choice")
            self._more.mark("add-model").on_value_change(self._add)
        editor.tell("models", self._tell)
        self._show()

    def _show(self) -> None:
        self._place.clear()
        with self._place:
            for at, one in enumerate(self.chosen):
                with ui.element("section").classes("model"):
                    self._one(at, one)

    def _one(self, at: int, one: Settings) -> None:
        """Show one model, by its place in the list, with its form."""
        model = self._known[str(one["model"])]
        with ui.element("div").classes("line"):
            ui.label(model.name).classes("strong").props('role="heading" aria-level="4"')
            ui.element("span").classes("grow")
            if len(self.chosen) > 1:
                out = ui.button(icon="close", on_click=lambda: self._drop(at))
                with_label(out.props("flat round dense size=sm"), f"Leave out {model.name}")
        ui.label(model.definition).classes("quiet small")

        async def change(value: Settings) -> list[str]:
            self.chosen[at] = {"model": model.name, **value}
            await self._keep()
            return []

        if model.schema.get("properties"):
            with ui.expansion("Parameters", value=len(one) > 1).classes("full"):
                form_of(model, one, change)

    async def _add(self) -> None:
        if self._more.value:
            self.chosen.append({"model": self._more.value})
            self._more.value = None
            self._show()
            await self._keep()

    async def _drop(self, at: int) -> None:
        del self.chosen[at]
        self._show()
        await self._keep()

    async def _keep(self) -> None:
        """Store the models; one without parameters is written as its name alone."""
        written = [one["model"] if len(one) == 1 else one for one in self.chosen]
        await self._editor.put("models", written)

    def _tell(self, sentences: list[str]) -> None:
        self._wrong.clear()
        with self._wrong:
            for sentence in sentences:
                ui.label(sentence)


def show_judging(editor: EvaluateEditor) -> None:
    """Show the form about how models are judged."""
    heading("How they are judged", "cross-validation", 3)
    given = without(editor.section, *LINES)
    form = Form(
        Evaluate.model_json_schema(), given, editor.judge, meanings=TOLD, without=tuple(LINES)
    )
    editor.tell("how", form.complain)
    with ui.element("div").classes("line wrap terms"):
        for name, term in {
            "Folds": "folds",
            "Anonymize each fold": "each-fold",
            "Membership attacks": "membership-attacks",
        }.items():
            with ui.element("span").classes("line"):
                ui.label(name).classes("quiet small")
                explanation(term)


def _settings(given: str | Settings) -> Settings:
    """A model of the study as settings: it may be only a name there."""
    return dict(given) if isinstance(given, dict) else {"model": str(given)}
