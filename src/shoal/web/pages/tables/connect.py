"""Connect: take a table from a database that whoever started the server has named."""

from nicegui import ui

from shoal.web.explain import heading
from shoal.web.visit import Visit
from shoal.web.work import work

NONE = (
    "This server knows no database. Whoever starts it can name some, so that you choose one by its"
    " name: shoal serve --connections FILE"
)
KINDS = {"table": "A whole table", "query": "The answer to a query"}


async def connect_card(visit: Visit) -> None:
    """Which database, and what of it; the answer is kept as a table."""
    heading("Connect to a database", "connection")
    known = await visit.answer("connections")
    if not known:
        ui.label(NONE).classes("quiet")
        return
    names = {one["name"]: f"{one['name']} ({one['kind']})" for one in known}
    with ui.element("div").classes("stack connect"):
        database = ui.select(names, value=next(iter(names)), label="Database").props("outlined")
        kind = ui.radio(KINDS, value="table").props('inline aria-label="What to take"')
        table = ui.input("Table, or schema.table").props("outlined maxlength=200")
        table.bind_visibility_from(kind, "value", value="table")
        query = ui.textarea("SELECT …").props("outlined input-class=mono maxlength=20000")
        query.bind_visibility_from(kind, "value", value="query")
        name = ui.input("Name it").props("outlined maxlength=200")

        async def take() -> None:
            what = table.value if kind.value == "table" else query.value
            asked = {"connection": database.value, kind.value: what, "name": name.value}
            given = {key: str(value) for key, value in asked.items() if value}
            done = await work(visit, "fetch", given, "Reading the database", place)
            if done is not None:
                ui.navigate.to(f"/tables?table={done.result['table']}")

        with ui.element("div").classes("line"):
            ui.button("Take the table", icon="download", on_click=take).props("outline")
        place = ui.element("div")
