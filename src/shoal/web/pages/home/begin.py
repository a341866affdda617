"""Three ways to begin: a table of one's own, the built-in example, a study that somebody wrote."""

from nicegui import ui

from shoal.web.explain import heading
from shoal.web.pages.home.paste import paste_study
from shoal.web.visit import Visit
from shoal.web.work import work


async def begin(visit: Visit) -> None:
    """The three ways, as buttons."""
    with ui.element("section").classes("card"):
        place: ui.element
        heading("Begin")
        with ui.element("div").classes("line wrap"):
            ui.button(
                "Use a table of yours",
                icon="upload_file",
                on_click=lambda: ui.navigate.to("/tables"),
            )
            ui.button(
                "Try the built-in example", icon="school", on_click=lambda: _example(visit, place)
            ).props("outline").mark("example")
            ui.button(
                "Bring a study", icon="description", on_click=lambda: paste_study(visit)
            ).props("outline").mark("bring-study")
        place = ui.element("div")


async def _example(visit: Visit, place: ui.element) -> None:
    done = await work(visit, "demo", {}, "Getting the built-in example", place)
    if done is not None:
        ui.navigate.to(f"/studies/{done.result['study']}/data")
