"""Pages of a table and its release side by side, as the action `align` has written them.

They are files of a job: its owner's alone, gone with the job and with the table.
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
NOTHING = "–"  # what is shown of a cell that is not released


class Aligned(TypedDict):
    """What the action `align` tells about the records that it has put side by side."""

    columns: list[str]
    released_columns: list[str]
    records: int
    suppressed: int
    outside: int


class AlignedPage(Page):
    """Some records of one side.

    Attributes:
        changed: The places of the cells of each record that the release has changed.
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
    """Some records of one side, as texts; for its steward only. Both sides have the same lines.

    Args:
        workspace: Where it is kept.
        owner: Whose it is.
        id: The job that has put them side by side.
        view: In the order of the table, by class, or the suppressed ones alone.
        side: The table, or its release.
        first: How many records come before the page.
        count: How many records it has at most.
    """
    found = rows.one(workspace, owner, id)
    if found.action != "align" or found.result is None:
        raise NotFound("This job has put no records side by side.")
    if not 0 <= count <= MOST or first < 0:
        raise StudyError(f"A page has at most {MOST:,} records, and begins at 0 or later.")
    result: Aligned = found.result
    path = job_file(workspace, owner, id, BY_TABLE if view == "table" else BY_CLASS)
    skipped, records = _part(result, view)
    lines = pl.scan_ipc(path).slice(skipped + first, max(0, min(count, records - first))).collect()
    cells, changed = _cells(lines, result, side)
    return {
        "columns": [CLASS, *result["columns"]],
        "records": records,
        "first": first,
        "numbers": lines["number"].to_list(),
        "lines": cells,
        "changed": changed,
        "marks": [_mark(view, *one) for one in lines.select("state", "class").iter_rows()],
    }


def _part(result: Aligned, view: View) -> tuple[int, int]:
    """How many records come before a view in its file, and how many it has."""
    if view != "suppressed":
        return 0, int(result["records"])
    gone = int(result["suppressed"])
    return int(result["records"]) - gone - int(result["outside"]), gone


def _cells(
    lines: pl.DataFrame, result: Aligned, side: Side
) -> tuple[list[list[str | None]], list[list[int]]]:
    """The texts of a side, and the places of those that the release has changed."""
    names, places = (
        result["columns"],
        {name: at for at, name in enumerate(result["released_columns"])},
    )
    before = [lines[f"b{at}"].to_list() for at in range(len(names))]
    after = [lines[f"a{places[name]}"].to_list() if name in places else None for name in names]
    told = [_class(*one) for one in lines.select("state", "class", "size").iter_rows()]
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
    shown = before if side == "input" else [_shown(cells, states) for cells in after]
    return [list(line) for line in zip(told, *shown, strict=True)], changed


def _shown(cells: list[str | None] | None, states: list[int]) -> list[str | None]:
    """Cells of the release; nothing where a record or a column is not released."""
    if cells is None:
        return [NOTHING] * len(states)
    return [
        cell if state == RELEASED else cell or NOTHING
        for cell, state in zip(cells, states, strict=True)
    ]


def _class(state: int, number: int | None, size: int | None) -> str:
    """The class of a record with its size, or what became of the record."""
    return TOLD.get(state) or f"{number:,} ({size:,})"


def _mark(view: View, state: int, number: int | None) -> str:
    """How a line is shaded: classes in turns, where they stand together."""
    band = "band" if view == "class" and number is not None and number % 2 else ""
    return STATES[state] or band
