"""A study without a table: it waits for one."""

from nicegui import ui

from shoal.server import stored
from shoal.web.explain import heading
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit


async def choose_table(visit: Visit, story: Story) -> None:
    """Let a person choose one of their tables, or upload one."""
    found = await visit.call(stored.tables)
    with ui.element("section").classes("card"):
        heading("This study has no table")
        ui.label("Its table was forgotten, or it never had one. Choose one with the same columns.")
        place = ui.element("div")
        with ui.element("div").classes("line wrap"):
            if found:
                _choice(story, {one.id: one.name for one in reversed(found)}, place)
            ui.button(
                "Upload a table", icon="upload_file", on_click=lambda: ui.navigate.to("/tables")
            ).props("outline")


def _choice(story: Story, names: dict[str, str], place: ui.element) -> None:
    async def use() -> None:
        problems = await story.change(
            lambda body: body.update({"data": {"table": str(chosen.value)}})
        )
        place.clear()
        if not problems:
            ui.navigate.to(story.address("data"))
            return
        with place:
            show_problems(problems)

    chosen = ui.select(names, value=next(iter(names)), label="Table").style("min-width: 16rem")
    ui.button("Use it", on_click=use)
