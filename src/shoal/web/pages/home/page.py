"""The first page of a steward: three ways to start a study, and all studies."""

import asyncio

from nicegui import ui

from shoal.api.study_texts import keys_of
from shoal.server import stored
from shoal.web.assets import STATIC
from shoal.web.explain import heading
from shoal.web.page import plain_page
from shoal.web.pages.home.cards import show_cards
from shoal.web.pages.home.studies import own_studies
from shoal.web.problems import show_problems_in
from shoal.web.story import STEPS
from shoal.web.visit import Visit
from shoal.web.work import work

READ = "async (event) => { const file = event.target.files[0]; if (file) emit(await file.text()); }"


@plain_page("/", "Studies")
async def show_home(visit: Visit) -> None:
    """Show how it goes, three ways to begin, and all studies, the newest first."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/home.css">')
    studies = await own_studies(visit)
    if not studies:
        _show_steps()
    await show_ways_to_begin(visit)
    with ui.element("section").classes("stack"):
        heading("Your studies")
        show_cards(visit, studies)
    if studies:
        _show_steps()


def _show_steps() -> None:
    """Show the five steps to newcomers."""
    with ui.element("section").classes("card"):
        heading("How it goes")
        with ui.element("ol").classes("strip"):
            for number, step in enumerate(STEPS.values(), 1):
                with ui.element("li"):
                    ui.label(str(number)).classes("number").props('aria-hidden="true"')
                    with ui.element("div"):
                        ui.label(step.title).classes("strong")
                        ui.label(step.purpose).classes("quiet small")


async def show_ways_to_begin(visit: Visit) -> None:
    """Show three buttons: an own table, the built-in example, a study that somebody wrote."""
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
                "Try the built-in example",
                icon="school",
                on_click=lambda: _start_example(visit, place),
            ).props("outline").mark("example")
            ui.button(
                "Bring a study", icon="description", on_click=lambda: paste_study(visit)
            ).props("outline").mark("bring-study")
        place = ui.element("div")


async def _start_example(visit: Visit, place: ui.element) -> None:
    """Let a job store the built-in example, and go to its study."""
    done = await work(visit, "demo", {}, "Getting the built-in example", place)
    if done is not None:
        ui.navigate.to(f"/studies/{done.result['study']}/data")


async def paste_study(visit: Visit) -> None:
    """Ask for the text of a study and a table; a well-formed study is stored and shown."""
    tables = {one.id: one.name for one in reversed(await visit.call(stored.tables))}
    with ui.dialog() as dialog, ui.card().classes("stack bring"):
        dialog.props["aria-label"] = "Bring a study"
        ui.label("Bring a study").classes("h2").props('role="heading" aria-level="2"')
        ui.label("Paste its text (YAML), or choose its file. Its `data` is replaced by the table.")
        with ui.element("label").classes("stack small"):
            ui.label("File of the study").classes("quiet")
            file = ui.element("input").props('type="file" accept=".yaml,.yml,.json,.txt"')
        text = ui.textarea("Study").props("outlined input-class=mono").classes("study-text")
        file.on("change", lambda event: text.set_value(event.args), js_handler=READ)
        name = ui.input("Name", value="study").props("outlined maxlength=200")
        table = ui.select(tables, label="Table", value=next(iter(tables), None)).props("outlined")
        if not tables:
            ui.label("Upload a table first: a study is about one.").classes("warn")
        place = ui.element("div")

        async def keep() -> None:
            await _keep_study(visit, text.value or "", str(name.value), table.value, place)

        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button("Cancel", on_click=dialog.close).props("flat")
            ui.button("Keep it", on_click=keep).set_enabled(bool(tables))
    dialog.open()


async def _keep_study(visit: Visit, text: str, name: str, table: str, place: ui.element) -> None:
    """Store a study for a table and go there; problems are shown in `place`."""
    with show_problems_in(place, "Not kept"):
        keys = await asyncio.to_thread(keys_of, text)
        study = await visit.call(stored.keep_study, {**keys, "data": {"table": table}}, name)
        ui.navigate.to(f"/studies/{study.id}/data")
