"""Where a steward begins: their studies, and a way to start one."""

from nicegui import ui

from shoal.service import stored
from shoal.web.explain import heading
from shoal.web.page import plain_page
from shoal.web.visit import Visit
from shoal.web.work import work


@plain_page("/", "Studies")
async def home(visit: Visit) -> None:
    """All studies of the person, the newest first."""
    studies = await visit.call(stored.studies)
    place = ui.element("div")

    async def example() -> None:
        done = await work(visit, "demo", {}, "Getting the built-in example", place)
        if done is not None:
            ui.navigate.to(f"/studies/{done.result['study']}/data")

    with ui.element("section").classes("card"):
        heading("Begin")
        with ui.element("div").classes("line wrap"):
            ui.button(
                "Use a table of yours",
                icon="upload_file",
                on_click=lambda: ui.navigate.to("/tables"),
            )
            ui.button("Try the built-in example", icon="school", on_click=example).props(
                "outline"
            ).mark("example")
    if not studies:
        ui.label("No studies yet.").classes("empty")
    for study in reversed(studies):
        with ui.element("section").classes("card"):
            ui.link(study.name, f"/studies/{study.id}/data").classes("strong")
            ui.label(f"changed {study.changed[:16].replace('T', ' ')}").classes("quiet small")
