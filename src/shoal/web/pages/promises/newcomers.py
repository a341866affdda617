"""Presets: documented settings to begin with, which say what they fill in and why."""

from nicegui import ui

from shoal.study.keys.plain import Settings
from shoal.web.pages.promises.desk import Desk
from shoal.web.pages.promises.parts import folded
from shoal.web.pages.promises.presets import PRESETS, Preset, fill_in, promises_of
from shoal.web.problems import show_problems


class Newcomers:
    """A card for each preset."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def show(self) -> None:
        """The part of the page, closed at first."""
        hint = "Settings for three common cases, with reasons"
        with folded("New here? Begin with a preset", "presets", hint):
            with ui.element("div").classes("presets"):
                for name, preset in PRESETS.items():
                    self._card(name, preset)
            self._told = ui.element("div")

    def _card(self, name: str, preset: Preset) -> None:
        with ui.element("div").classes("box stack preset"):
            ui.label(preset.title).props('role="heading" aria-level="3"').classes("h3")
            with ui.element("ul").classes("small"):
                for sentence in preset.why:
                    with ui.element("li"):
                        ui.label(sentence)
            made = promises_of(preset, self._desk.body.get("columns", {}))
            ui.label(f"Here: {', '.join(map(_short, made))}.").classes("quiet small")
            button = ui.button("Fill in", on_click=lambda: self._fill_in(preset))
            button.props("outline").mark(f"preset-{name}")
            button.props["aria-label"] = f"Fill in: {preset.title}"

    async def _fill_in(self, preset: Preset) -> None:
        self._told.clear()
        self._desk.waiting.clear()
        problems = await self._desk.change("preset", lambda body: fill_in(body, preset))
        self._desk.waiting.pop("preset", None)
        if problems:
            with self._told:
                show_problems(problems)
            return
        ui.navigate.reload()


def _short(promise: Settings) -> str:
    about = f" of {promise['column']}" if "column" in promise else ""
    rest = [f"{key} = {value}" for key, value in promise.items() if key not in {"model", "column"}]
    return f"{promise['model']}{about} ({', '.join(rest)})"
