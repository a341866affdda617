"""What should be kept: the loss to minimize, and how much each column counts."""

from collections.abc import Mapping
from functools import partial

from nicegui import ui

from shoal.report.numbers import percent
from shoal.server.stored.study_keys import StoredKeys
from shoal.study.keys.plain import Settings
from shoal.web.explain import heading
from shoal.web.forms import Model
from shoal.web.forms.texts import number_text
from shoal.web.pages.promises.parts import Chosen, NotKept, part, show_card
from shoal.web.pages.promises.study_editor import StudyEditor
from shoal.web.slide import Slide

USUAL: Settings = {"model": "loss"}
MOST = 10  # the right end of a slider; larger weights of the study move it


class Quality:
    """The part about the loss."""

    def __init__(self, editor: StudyEditor, models: dict[str, Model]) -> None:
        self._editor, self._models = editor, models

    def show(self) -> None:
        """Show the part."""
        hint = "Of all releases that keep the promises, the one that loses least is chosen."
        with part("quality", "Quality", "quality model", hint):
            with ui.element("div").classes("pair"):
                with ui.element("div").classes("stack"):
                    given = self._editor.body.get("quality") or USUAL
                    Chosen(
                        "What counts as lost", self._models, given, self._keep,
                        self._editor.columns, without=("game",),
                    )  # fmt: skip
                    NotKept(self._editor, "quality")
                self._words = ui.element("div").classes("stack words")
            Weights(self._editor).show()
        self._explain(str(given["model"]))

    async def _keep(self, value: Settings) -> list[str]:
        """Store the quality model; the usual one is not written."""
        self._explain(str(value["model"]))
        await self._editor.put("quality", None if value == USUAL else value)
        return []

    def _explain(self, name: str) -> None:
        self._words.clear()
        with self._words:
            show_card(self._models[name].card)


def shares(weights: Mapping[str, float]) -> dict[str, float]:
    """The share of the loss that each column gets; equal shares if all weights are 0."""
    total = sum(weights.values())
    return {name: one / total if total else 1 / len(weights) for name, one in weights.items()}


class Weights:
    """A slider for the weight of each quasi-identifier, and the share of the loss that it gets."""

    def __init__(self, editor: StudyEditor) -> None:
        self._editor = editor
        columns = editor.story.columns
        names = editor.story.columns_with_role("quasi-identifier")
        self._weights = {name: float(columns[name].get("weight") or 1) for name in names}
        self._bars: dict[str, tuple[ui.element, ui.label]] = {}

    def show(self) -> None:
        """Show the sliders."""
        heading("Weights of columns", "weight", 3)
        if not self._weights:
            ui.label("There is no quasi-identifier yet; roles are set in the step Data.")
            return
        with ui.element("div").classes("weights"):
            for name in self._weights:
                self._line(name)
        with ui.element("div").classes("small"):
            ui.link("Not sure? Answer questions instead", self._editor.story.address("teach"))
        self._draw()

    def _line(self, name: str) -> None:
        most = max(MOST, self._weights[name])
        with ui.element("div").classes("weight"):
            ui.label(name).classes("name")
            slider = Slide(
                f"Weight of {name}", (0, most, 0.5), partial(self._move, name),
                partial(self._keep, name),
            )  # fmt: skip
            slider.show(self._weights[name])
            with ui.element("div").classes("track").props('aria-hidden="true"'):
                bar = ui.element("div").classes("filled")
            share = ui.label().classes("small share")
        self._bars[name] = (bar, share)

    async def _move(self, name: str, weight: float) -> None:
        """Show the shares while a slider moves; nothing is stored yet."""
        self._weights[name] = weight
        self._draw()

    def _draw(self) -> None:
        for name, share in shares(self._weights).items():
            bar, label = self._bars[name]
            bar.style(f"width: {100 * share:.1f}%")
            label.text = f"weight {number_text(self._weights[name])}, {percent(round(share, 3))}"

    async def _keep(self, name: str, weight: float) -> None:
        """Store a weight where its slider was let go; 1 is not written."""

        def edit(body: StoredKeys) -> None:
            if weight == 1:
                body["columns"][name].pop("weight", None)
            else:
                body["columns"][name]["weight"] = int(weight) if weight.is_integer() else weight

        await self._editor.change(f"weight {name}", edit)
