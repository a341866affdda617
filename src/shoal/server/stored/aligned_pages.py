"""Pages of a table and its release side by side, read from the files of the action `align`.

The files belong to a job: only its owner can read them, and they are removed with the job or table.
"""

from typing import Literal, TypedDict

import polars as pl

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job_files import job_file
from shoal.server.stored.pages import MOST, Page
from shoal.server.stored.refusals import NotFound
from shoal.service.aligned_files import BY_CLASS, BY_TABLE, OUTSIDE, RELEASED, SUPPRESSED

View = Literal["table", "class", "suppressed"]
Side = Literal["input", "release"]
CLASS = "class"
STATES = {RELEASED: "", SUPPRESSED: "suppressed", OUTSIDE: "outside"}
TOLD = {SUPPRESSED: "suppressed", OUTSIDE: "not in the subset"}
NOTHING = "–"  # shown for a cell that is not released


class Aligned(TypedDict):
    """The result of the action `align`: columns, and numbers of records."""

    columns: list[str]
    released_columns: list[str]
    records: int
    suppressed: int
    outside: int


class AlignedPage(Page):
    """Some records of one side.

    Attributes:
        changed: For each record, the positions of the cells that the release has changed.
        marks: How each record is shaded.
    """

    changed: list[list[int]]
    marks: list[str]


def aligned_page(
    workspace: Workspace,
    owner: str,
    id: str,
    view: View = "table",
    side: Side = "release",
    *,
    first: int = 0,
    count: int = 100,
) -> AlignedPage:
    """Some records of one side, as texts; for its steward only.

    For the same arguments, both sides have the same records in the same order. The first column is
    the class of the record. NotFound if the job is no `align` that is done.

    Args:
        workspace: Where the job is stored.
        owner: The id of its owner.
        id: The job of the action `align`.
        view: In the order of the table, by class, or only suppressed records.
        side: The table, or its release.
        first: How many records come before the page.
        count: How many records it has at most.
    """
    job = rows.find_job(workspace, owner, id)
    if job.action != "align" or job.result is None:
        raise NotFound("This job has put no records side by side.")
    if not 0 <= count <= MOST or first < 0:
        raise StudyError(f"A page has at most {MOST:,} records, and begins at 0 or later.")
    result: Aligned = job.result
    path = job_file(workspace, owner, id, BY_TABLE if view == "table" else BY_CLASS)
    skipped, records = _range_of_view(result, view)
    lines = pl.scan_ipc(path).slice(skipped + first, max(0, min(count, records - first))).collect()
    cells, changed = _cells(lines, result, side)
    return {
        "columns": [CLASS, *result["columns"]],
        "records": records,
        "first": first,
        "numbers": lines["number"].to_list(),
        "lines": cells,
        "changed": changed,
        "marks": [_mark(view, *line) for line in lines.select("state", "class").iter_rows()],
    }


def _range_of_view(result: Aligned, view: View) -> tuple[int, int]:
    """How many records come before a view in its file, and how many it has."""
    if view != "suppressed":
        return 0, int(result["records"])
    suppressed = int(result["suppressed"])
    return int(result["records"]) - suppressed - int(result["outside"]), suppressed


def _cells(
    lines: pl.DataFrame, result: Aligned, side: Side
) -> tuple[list[list[str | None]], list[list[int]]]:
    """The texts of a side, and for each record the positions that the release has changed."""
    names = result["columns"]
    places = {name: at for at, name in enumerate(result["released_columns"])}
    before = [lines[f"b{at}"].to_list() for at in range(len(names))]
    after = [lines[f"a{places[name]}"].to_list() if name in places else None for name in names]
    classes = [_class(*line) for line in lines.select("state", "class", "size").iter_rows()]
    states = lines["state"].to_list()
    changed = [
        [
            at + 1
            for at, cells in enumerate(after)
            if state == RELEASED
            and (cells is None or (cells[line] or "") != (before[at][line] or ""))
        ]
        for line, state in enumerate(states)
    ]
    shown = before if side == "input" else [_cells_to_show(cells, states) for cells in after]
    return [list(line) for line in zip(classes, *shown, strict=True)], changed


def _cells_to_show(cells: list[str | None] | None, states: list[int]) -> list[str | None]:
    """The cells of a released column, with a dash where a record or column is not released."""
    if cells is None:
        return [NOTHING] * len(states)
    return [
        cell if state == RELEASED else cell or NOTHING
        for cell, state in zip(cells, states, strict=True)
    ]


def _class(state: int, number: int | None, size: int | None) -> str:
    """The number and size of the class of a record, or why the record is not released."""
    return TOLD.get(state) or f"{number:,} ({size:,})"


def _mark(view: View, state: int, number: int | None) -> str:
    """How a line is shaded: by its state, or every other class if the view is by class."""
    band = "band" if view == "class" and number is not None and number % 2 else ""
    return STATES[state] or band
