"""The step release: what was promised and holds, what it cost, and input and release together."""

from nicegui import ui

from shoal.report.numbers import count_of, seconds
from shoal.report.types.summary import Summary
from shoal.server.stored import StoredRun
from shoal.web.explain import explanation, figure, heading
from shoal.web.headline import ICONS, show_headline
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.release import overview
from shoal.web.pages.release.beside import show_beside
from shoal.web.pages.release.graph import show_graph
from shoal.web.pages.release.local_part import show_local
from shoal.web.pages.release.tabs import address, open_run, summary_of
from shoal.web.problems import show_warnings
from shoal.web.story import Story
from shoal.web.table import plain_table
from shoal.web.visit import Visit

HEADS = ("Column", "Level", "What it means", "Loss")
EVERY = ("Column", "Role", "What became of it", "Different values")


@story_page("release")
async def show_release(visit: Visit, story: Story) -> None:
    """Show the page of the step."""
    run = await open_run(visit, story, "release")
    if run is None:
        return
    summary = await visit.call(summary_of, run.id)
    with ui.element("section").classes("card"):
        _show_promises(summary)
    show_warnings(summary.get("warnings") or ())
    with ui.element("section").classes("card"):
        _show_costs(summary, run)
    with ui.element("section").classes("card"):
        _show_columns(summary, run)
    await show_graph(visit, run, summary)
    show_local(summary)
    await show_beside(visit, run)
    with ui.element("section").classes("card"):
        _show_making(summary)
    show_next("utility", address(story, "utility", run))


def _show_promises(summary: Summary) -> None:
    heading("What was promised, and whether it holds", "promise-checked")
    show_headline(summary)
    with ui.element("ul").classes("promises"):
        for one in overview.promises(summary):
            with ui.element("li").classes("promise"):
                _show_promise(one)


def _show_promise(one: dict[str, str]) -> None:
    """Show one promise: whether it holds, what it says, what was measured, and why it fails."""
    with ui.element("div").classes(f"line {one['tone']}"):
        ui.icon(ICONS[one["tone"]]).props('aria-hidden="true"')
        ui.label(one["holds"]).classes("strong")
    with ui.element("div").classes("stack tight grow"):
        ui.label(one["says"])
        with ui.element("div").classes("line wrap quiet small"):
            ui.label(one["model"]).classes("mono")
            ui.label(f"measured: {one['measured']} ({one['what']})")
            explanation("promise-measured")
        if one["reason"]:
            ui.label(one["reason"]).classes("bad")


def _show_costs(summary: Summary, run: StoredRun) -> None:
    heading("What it cost")
    limit = run.body.get("suppression_limit", 0)
    with ui.element("div").classes("figures"):
        for one in overview.costs(summary, limit):
            figure(*one)
    heading("Risk of being recognized, before → after", "risk-profile", 3)
    with ui.element("div").classes("figures wider"):
        for one in (*overview.risks(summary), *overview.uniqueness(summary)):
            figure(*one)


def _show_columns(summary: Summary, run: StoredRun) -> None:
    lines = overview.columns(summary)
    heading("What became of the columns", "level")
    if lines:
        plain_table(HEADS, lines, "Level and loss of each quasi-identifier")
    every = overview.every_column(summary)
    if every:
        heading("Every column of the table", "columns-fate", 3)
        plain_table(EVERY, every, "What became of every column")
    suppressed = (run.body.get("output") or {}).get("suppressed", "left-out")
    for sentence in overview.absence_sentences(summary, suppressed):
        ui.label(sentence).classes("quiet")


def _show_making(summary: Summary) -> None:
    heading("How it was made", "optimal")
    ui.label(overview.search_sentence(summary))
    records = (summary.get("input") or {}).get("records")
    total = (summary.get("cpu_seconds") or {}).get("total")
    work = f"Everything about {count_of(records, 'record')} took"
    with ui.element("div").classes("line wrap"):
        ui.label(f"{work} {seconds(total)} of processor time.").classes("quiet")
        explanation("processor-time")
    with ui.expansion("Where the time went").classes("full"):
        heads = ("Step", "Clock", "Processor", "What it is")
        plain_table(heads, overview.phases(summary), "Time of each step")
