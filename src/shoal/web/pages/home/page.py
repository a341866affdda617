"""Where a steward begins: their studies, and a way to start one."""

from nicegui import ui

from shoal.web.assets import STATIC
from shoal.web.explain import heading
from shoal.web.page import plain_page
from shoal.web.pages.home.begin import begin
from shoal.web.pages.home.cards import cards
from shoal.web.pages.home.studies import own_studies
from shoal.web.story import STEPS
from shoal.web.visit import Visit


@plain_page("/", "Studies")
async def home(visit: Visit) -> None:
    """How it goes, how to begin, and all studies of the person, the newest first."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/home.css">')
    studies = await own_studies(visit)
    if not studies:
        _how_it_goes()
    await begin(visit)
    with ui.element("section").classes("stack"):
        heading("Your studies")
        cards(visit, studies)
    if studies:
        _how_it_goes()


def _how_it_goes() -> None:
    """The five steps, for who is new."""
    with ui.element("section").classes("card"):
        heading("How it goes")
        with ui.element("ol").classes("strip"):
            for number, step in enumerate(STEPS.values(), 1):
                with ui.element("li"):
                    ui.label(str(number)).classes("number").props('aria-hidden="true"')
                    with ui.element("div"):
                        ui.label(step.title).classes("strong")
                        ui.label(step.purpose).classes("quiet small")
