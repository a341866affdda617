"""Actions about hierarchies: show, build, validate, unknown, edit, export; new ones are stored."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from annotated_types import Ge
from pydantic import Field

from shoal.errors import DataError, StudyError
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import HierarchyId, Names, StudyId, TableId, action
from shoal.server.stored.inline import keep_hierarchy
from shoal.server.stored.references import without_places
from shoal.server.stored.table_rows import table as stored_table

if TYPE_CHECKING:
    from shoal.hierarchies.hierarchy import Hierarchy

SHOWN = 100_000  # values that are shown of a hierarchy
Edits = Annotated[tuple[str, ...], Field(max_length=1000)]


class ShownHierarchy(TypedDict):
    """A hierarchy: how many values and levels it has, and one list of labels per value."""

    values: int
    height: int
    lines: list[list[str | None]]


class KeptHierarchy(ShownHierarchy):
    """A hierarchy that was kept, under this id."""

    hierarchy: str


@action()
def hierarchy_show(call: Call, *, hierarchy: HierarchyId) -> ActionResult:
    """Show a hierarchy, one list of labels per value."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    return ActionResult(_hierarchy_labels(verbs.load(call.table(hierarchy))))


@action()
def hierarchy_build(
    call: Call, *, table: TableId, column: str, settings: dict[str, Any], keep: bool = True
) -> ActionResult:
    """Build the hierarchy of a column: {builder: intervals, width: 5}; keeps it, or shows it."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    without_places(settings, "settings")
    hierarchy = verbs.build(call.table(table), column, settings)
    return ActionResult(
        _store_hierarchy(call, hierarchy, column) if keep else _hierarchy_labels(hierarchy)
    )


@action()
def hierarchy_validate(
    call: Call, *, hierarchy: HierarchyId, table: TableId | None = None, column: str | None = None,
    fix: bool = False,
) -> ActionResult:  # fmt: skip
    """Look for everything wrong with a hierarchy; keeps a repaired one where asked."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    if (table is None) != (column is None):
        raise StudyError("Give `table` and `column` together.")
    path = call.table(hierarchy)
    values = verbs.values_of(call.table(table), column) if table and column else None
    problems = verbs.validate(path, values)
    if not problems or not fix:
        return ActionResult({"problems": problems})
    repair = verbs.fix(path, values)
    if repair.hierarchy is None:
        raise DataError(*repair.left)
    name = stored_table(call.workspace, call.owner, hierarchy).name
    return ActionResult(
        {
            "problems": problems,
            "done": repair.done,
            **_store_hierarchy(call, repair.hierarchy, name),
        }
    )


@action(quick=True)
def hierarchy_unknown(call: Call, *, study: StudyId) -> ActionResult:
    """List the values of a study's table that are not in their hierarchies; kept nowhere."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    found = verbs.list_unknown(call.study(study))
    return ActionResult({"unknown": found.head(SHOWN).to_dicts(), "values": found.height})


@action()
def hierarchy_edit(
    call: Call,
    *,
    hierarchy: HierarchyId,
    merge: Edits = (),
    rename: Edits = (),
    move: Edits = (),
    level: Annotated[int, Ge(1)] = 1,
) -> ActionResult:
    """Merge, rename and move values and groups ('a | b = label'); keeps a new hierarchy."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    edited = verbs.load(call.table(hierarchy))
    for kind, texts in {"merge": merge, "rename": rename, "move": move}.items():
        for text in texts:
            edited = verbs.Edit.parse(kind, text).apply(edited, level)
    return ActionResult(
        _store_hierarchy(call, edited, stored_table(call.workspace, call.owner, hierarchy).name)
    )


@action()
def hierarchy_export(call: Call, *, study: StudyId, columns: Names = ()) -> ActionResult:
    """Write the hierarchies of a study as ARX reads them, one file per column."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    chosen = columns or (None,)
    path = call.study(study)
    files = [file for name in chosen for file in verbs.export_into(path, call.files, name)]
    return ActionResult({"files": sorted({file.name for file in files})}, files=True)


def _store_hierarchy(call: Call, hierarchy: "Hierarchy", name: str) -> KeptHierarchy:
    """Store a new hierarchy; returns its id and its labels."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    draft: Path = call.folder / "hierarchy.csv"
    verbs.write(hierarchy, draft, force=True)
    text = draft.read_text(encoding="utf-8")
    id = keep_hierarchy(call.workspace, call.owner, name.removesuffix(".csv"), text)
    return {"hierarchy": id, **_hierarchy_labels(hierarchy)}


def _hierarchy_labels(hierarchy: "Hierarchy") -> ShownHierarchy:
    """A hierarchy as plain JSON; of many values only the first `SHOWN`."""
    lines = zip(*(level.head(SHOWN).to_list() for level in hierarchy.levels), strict=True)
    return {
        "values": len(hierarchy.levels[0]),
        "height": hierarchy.height,
        "lines": [list(line) for line in lines],
    }
