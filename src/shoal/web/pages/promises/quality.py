"""What should be kept: the loss that is made small, and how much each column counts."""

from nicegui import ui

from shoal.study.keys.plain import Settings
from shoal.web.forms import Model
from shoal.web.pages.promises.desk import Desk
from shoal.web.pages.promises.parts import Chosen, NotKept, explained, part
from shoal.web.pages.promises.weights import Weights

USUAL: Settings = {"model": "loss"}


class Quality:
    """The loss."""

    def __init__(self, desk: Desk, models: dict[str, Model]) -> None:
        self._desk, self._models = desk, models

    def show(self) -> None:
        """The part of the page."""
        hint = "Of all releases that keep the promises, the one that loses least is chosen."
        with part("quality", "Quality", "quality model", hint):
            with ui.element("div").classes("pair"):
                with ui.element("div").classes("stack"):
                    given = self._desk.body.get("quality") or USUAL
                    Chosen(
                        "What counts as lost", self._models, given, self._keep,
                        self._desk.columns, without=("game",),
                    )  # fmt: skip
                    NotKept(self._desk, "quality")
                self._words = ui.element("div").classes("stack words")
            Weights(self._desk).show()
        self._explain(str(given["model"]))

    async def _keep(self, value: Settings) -> list[str]:
        self._explain(str(value["model"]))
        await self._desk.put("quality", None if value == USUAL else value)
        return []

    def _explain(self, name: str) -> None:
        self._words.clear()
        with self._words:
            explained(self._models[name].card)
