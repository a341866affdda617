"""The page with steps by hand."""

from nicegui import ui

from shoal.methods import methods
from shoal.study.keys.plain import Settings
from shoal.web.explain import explanation, heading
from shoal.web.page import story_page
from shoal.web.pages.steps.bench import Bench
from shoal.web.pages.steps.effect import show_effect
from shoal.web.story import Story
from shoal.web.visit import Visit

BY_HAND = ("argus", "subcombinations")  # methods that can go step by step
HOW = {1: "most identifying", 2: "more identifying", 3: "identifying", 0: "not looked at"}


@story_page("steps", "Steps by hand")
async def show_steps(visit: Visit, story: Story) -> None:
    """Show a form for what counts as rare, and the steps below it."""
    columns = story.columns_with_role("quasi-identifier")
    with ui.element("div").classes("line wrap"):
        ui.label("Do one thing at a time, see its effect, and take it back.").classes("quiet")
        explanation("by-hand")
    if not columns:
        ui.label("The study has no quasi-identifier yet. Say what the columns are first.")
        ui.button("To the data", on_click=lambda: ui.navigate.to(story.address("data")))
        return
    settings = SettingsForm(columns)
    place, result = ui.element("div"), ui.element("div").classes("stack")

    async def start() -> None:
        bench = Bench(story, settings.method())
        if await bench.look(visit, place, "Looking for what is rare"):
            show_effect(visit, bench, place, result)

    settings.begin.on_click(start)


class SettingsForm:
    """The form for what counts as rare."""

    def __init__(self, columns: list[str]) -> None:
        with ui.element("section").classes("card"):
            heading("What counts as rare", "by-hand")
            options = {name: str(methods.card(name).title) for name in BY_HAND}
            with ui.element("div").classes("line wrap"):
                self._name = ui.select(options, value="argus", label="Method").classes("grow")
                self._bin = ui.number("Bin size", value=5, min=2, step=1, format="%d")
                explanation("bin-size")
            with ui.expansion("How identifying each column is").bind_visibility_from(
                self._name, "value", lambda name: name == "argus"
            ) as identifying:
                explanation("identifying")
                with ui.element("div").classes("thirds"):
                    self._ranks = {name: _rank(name, at) for at, name in enumerate(columns)}
            identifying.classes("wide-expansion")
            self.begin = ui.button("Start", icon="play_arrow")

    def method(self) -> Settings:
        """The method as a study writes it."""
        method: Settings = {"name": self._name.value, "bin_size": int(self._bin.value or 0)}
        if self._name.value == "argus":
            method["identifying"] = {name: rank.value for name, rank in self._ranks.items()}
        return method


def _rank(name: str, at: int) -> ui.select:
    """Show how identifying a column is; the first one begins as most identifying, for triples."""
    return ui.select(HOW, value=1 if at == 0 else 2, label=name)
