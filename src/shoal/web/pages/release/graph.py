"""The graph of a run, before and after side by side, where its study names edges."""

from nicegui import ui

from shoal.report.graph_pictures import GraphSide
from shoal.report.numbers import count_of, number, percent
from shoal.report.types.summary import Summary
from shoal.server.jobs import Job
from shoal.server.stored import StoredRun
from shoal.web.explain import figure, heading
from shoal.web.pages.release.remembered import find_done_job
from shoal.web.visit import Visit
from shoal.web.work import work

SIDES = {"before": ("Before", "node"), "after": ("After", "super-node")}
HINT = (
    "The list of edges is drawn for you alone, without ids and values: who is connected with how"
    " many is enough to recognize people. Neither run nor release holds the picture."
)


async def show_graph(visit: Visit, run: StoredRun, summary: Summary) -> None:
    """Show figures and pictures of a graph; nothing where none is released."""
    if not summary.get("graph"):
        return
    with ui.element("section").classes("card"):
        heading("The graph before and after", "graph-pictures")
        _show_figures(summary)
        place = ui.element("div").classes("stack")
        progress = ui.element("div")
    known = await visit.call(find_done_job, "draw-graph", {"run": run.id})
    if known is not None:
        with place:
            _show_sides(known)
        return

    async def draw() -> None:
        job = await work(visit, "draw-graph", {"run": run.id}, "Drawing the graph", progress)
        if job is not None:
            place.clear()
            with place:
                _show_sides(job)

    with place:
        ui.label(HINT).classes("quiet")
        ui.button("Draw before and after", icon="hub", on_click=draw).mark("draw-graph")


def _show_figures(summary: Summary) -> None:
    """Show how large the graph was and is, and what of its structure is lost."""
    facts = summary["graph"]
    nodes = f"{number(facts['nodes'])} → {number(facts['super_nodes'])}"
    edges = f"{number(facts['edges'])} → {number(facts['super_edges'])}"
    with ui.element("div").classes("figures"):
        figure("Nodes → super-nodes", nodes, "super-nodes")
        figure("Edges → super-edges", edges, "super-edges")
        figure("Structure lost", percent(facts["nsil"]), "structure-lost")
        figure("Certain edges", number(facts["certain_edges"]), "certain-edges")


def _show_sides(job: Job) -> None:
    """Show both pictures, each with what it leaves out."""
    with ui.element("div").classes("halves"):
        for side, (title, noun) in SIDES.items():
            with ui.element("div").classes(f"stack tight network {side}"):
                heading(title, level=3)
                ui.html(job.result[side]["picture"], sanitize=False)  # no text of the data is in it
                ui.label(_part_words(job.result[side], noun)).classes("quiet small")


def _part_words(side: GraphSide, noun: str) -> str:
    """What a picture shows: everything, or which part."""
    shown = count_of(side["shown"], noun)
    words = f"All {shown}."
    if side["left_out"]:
        total = number(side["shown"] + side["left_out"])
        words = f"{shown} of {total}: the one with most edges, and those nearest to it."
    if side["lines_left_out"]:
        words += f" {count_of(side['lines_left_out'], 'line')} more between them are not drawn."
    return words
