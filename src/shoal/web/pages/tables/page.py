"""The page of tables: upload one, look at one, begin a study with one."""

from nicegui import ui

from shoal.web.assets import STATIC
from shoal.web.page import plain_page
from shoal.web.pages.tables.connect import connect_card
from shoal.web.pages.tables.listed import listed
from shoal.web.pages.tables.one import shown
from shoal.web.pages.tables.upload import upload_card
from shoal.web.visit import Visit


@plain_page("/tables", "Tables")
async def tables(visit: Visit) -> None:
    """All tables of the person, or the one that the address names."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/tables.css">')
    if "table" in visit.query:
        await shown(visit, visit.query["table"])
        return
    with ui.element("section").classes("card"):
        upload_card(visit)
    with ui.element("section").classes("card"):
        await connect_card(visit)
    await listed(visit)
