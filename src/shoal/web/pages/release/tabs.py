"""What stands above every page about a run: its tabs, and the choice among the study's runs.

run = await open_run(visit, story, "learning")
if run is None:
    return  # what to do next is shown already
"""

import json
from collections.abc import Sequence

from nicegui import ui

from shoal.ledger.workspace import Workspace
from shoal.report.numbers import NOT_AVAILABLE, number, percent
from shoal.report.types.summary import Summary
from shoal.server import stored
from shoal.server.stored import NotFound, StoredRun
from shoal.server.stored.study_keys import StoredKeys, without
from shoal.web.assets import STATIC
from shoal.web.explain import explanation
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.words import date_of

TABS = {
    "release": "Overview",
    "utility": "Utility",
    "risk": "Risk",
    "learning": "Learning",
    "give": "Give",
}
LISTED = 50  # runs that can be chosen: the newest ones
CHANGED = "The study was changed after this run. Run it again on the step Explore to see the rest."


async def open_run(visit: Visit, story: Story, current: str) -> StoredRun | None:
    """Show tabs and runs above a page about a run; returns the run of the page.

    It is the one that the address names (?run=ID), or the newest. Returns None if there is none;
    what to do instead is then shown.
    """
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/release.css">')
    runs = await visit.call(stored.runs, story.id)
    if not runs:
        _show_no_run(story)
        return None
    run = run_by_id(runs, visit.query.get("run"))
    if run is None:
        ui.context.client.status_code = 404
        show_problems(NotFound("There is no such run of this study."))
        ui.link("To its newest run", story.address(current))
        return None
    show_tabs(story, run, current)
    listed = runs[-LISTED:] if run in runs[-LISTED:] else [run, *runs[-LISTED:]]
    words = await visit.call(_run_words, listed, runs)
    with ui.element("div").classes("line wrap runs"):
        _show_runs(story, run, current, words)
    if run.body != story.body and not _is_applied(run, story):
        with ui.element("div").classes("box warning").props('role="status"'):
            ui.icon("history").props('aria-hidden="true"')
            ui.label(CHANGED)
    return run


def show_tabs(story: Story, run: StoredRun, current: str) -> None:
    """Show the pages about one run, each as a link."""
    with ui.element("nav").props('aria-label="About this run"').classes("tabs"):
        for name, title in TABS.items():
            link = ui.link(title, address(story, name, run)).classes("tab")
            if name == current:
                link.props('aria-current="page"')


def address(story: Story, page: str, run: StoredRun) -> str:
    """The address of a page about a run."""
    return f"{story.address(page)}?run={run.id}"


def run_by_id(runs: Sequence[StoredRun], id: str | None) -> StoredRun | None:
    """The run with an id, the newest without an id; None if there is no such run."""
    if id is None:
        return runs[-1]
    return next((one for one in runs if one.id == id), None)


def summary_of(workspace: Workspace, owner: str, id: str) -> Summary:
    """The summary of a run, for its steward."""
    path = stored.steward_file(workspace, owner, id, "summary.json")
    summary: Summary = json.loads(path.read_text("utf-8"))
    return summary


def _show_runs(story: Story, run: StoredRun, current: str, words: dict[str, str]) -> None:
    """Show the choice of a run; choosing one opens the same page for it."""

    def go(id: str) -> None:
        ui.navigate.to(f"{story.address(current)}?run={id}")

    select = ui.select(words, value=run.id, label="Run", on_change=lambda event: go(event.value))
    select.props("outlined dense options-dense").classes("run").mark("run")
    explanation("run")


def _run_words(
    workspace: Workspace, owner: str, listed: Sequence[StoredRun], runs: Sequence[StoredRun]
) -> dict[str, str]:
    """What distinguishes the runs, by id, the newest first; runs are numbered among all `runs`."""
    numbers = {one.id: place for place, one in enumerate(runs, 1)}
    words = {}
    for one in reversed(listed):
        parts = [f"Run {numbers[one.id]}", _figures(workspace, owner, one), date_of(one.created)]
        words[one.id] = " · ".join([*parts, "given"] if one.given else parts)
    return words


def _figures(workspace: Workspace, owner: str, run: StoredRun) -> str:
    """Loss and suppressed records of a run, in words."""
    try:
        summary = summary_of(workspace, owner, run.id)
    except (OSError, ValueError, NotFound):
        return NOT_AVAILABLE
    loss, gone = percent(summary.get("loss_normalized")), number(summary.get("suppressed_records"))
    return f"loss {loss}, {gone} suppressed"


def _is_applied(run: StoredRun, story: Story) -> bool:
    """Whether a run differs from its study only in the levels that were chosen for it."""
    return _without_levels(run.body) == _without_levels(story.body)


def _without_levels(body: StoredKeys) -> StoredKeys:
    """A study without chosen levels and without what is evaluated."""
    columns = {
        name: without(column, "min_level", "max_level")
        for name, column in body.get("columns", {}).items()
    }
    return {**without(body, "evaluate"), "columns": columns}  # models do not change a release


def _show_no_run(story: Story) -> None:
    with ui.element("section").classes("card empty").mark("no-run"):
        ui.label("This study has not been run yet.").classes("strong")
        ui.label("A run makes a release that keeps your promises. It is looked at and given here.")
        with ui.element("div"):
            ui.button("To Explore", on_click=lambda: ui.navigate.to(story.address("explore")))
