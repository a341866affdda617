"""Actions about hierarchies: show, build, validate, edit, export; new ones are kept at once."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge
from pydantic import Field

from shoal.errors import DataError, StudyError
from shoal.server.actions.call import Call, Made
from shoal.server.actions.registry import HierarchyId, Names, StudyId, TableId, action
from shoal.server.stored.inline import keep_hierarchy
from shoal.server.stored.references import without_places
from shoal.server.stored.table_rows import table as stored_table

if TYPE_CHECKING:
    from shoal.hierarchies.hierarchy import Hierarchy

SHOWN = 100_000  # values that are shown of a hierarchy
Edits = Annotated[tuple[str, ...], Field(max_length=1000)]


@action()
def hierarchy_show(call: Call, *, hierarchy: HierarchyId) -> Made:
    """Show a hierarchy, one list of labels per value."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    return Made(_shown(verbs.load(call.table(hierarchy))))


@action()
def hierarchy_build(
    call: Call, *, table: TableId, column: str, settings: dict[str, Any], keep: bool = True
) -> Made:
    """Build the hierarchy of a column: {builder: intervals, width: 5}; keeps it, or shows it."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    without_places(settings, "settings")
    made = verbs.build(call.table(table), column, settings)
    return Made(_kept(call, made, column) if keep else _shown(made))


@action()
def hierarchy_validate(
    call: Call,
    *,
    hierarchy: HierarchyId,
    table: TableId | None = None,
    column: str | None = None,
    fix: bool = False,
) -> Made:
    """Look for everything wrong with a hierarchy; keeps a repaired one where asked."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    if (table is None) != (column is None):
        raise StudyError("Give `table` and `column` together.")
    path = call.table(hierarchy)
    values = verbs.values_of(call.table(table), column) if table and column else None
    problems = verbs.validate(path, values)
    if not problems or not fix:
        return Made({"problems": problems})
    found = verbs.fix(path, values)
    if found.hierarchy is None:
        raise DataError(*found.left)
    name = stored_table(call.workspace, call.owner, hierarchy).name
    return Made({"problems": problems, "done": found.done, **_kept(call, found.hierarchy, name)})


@action()
def hierarchy_edit(
    call: Call,
    *,
    hierarchy: HierarchyId,
    merge: Edits = (),
    rename: Edits = (),
    move: Edits = (),
    level: Annotated[int, Ge(1)] = 1,
) -> Made:
    """Merge, rename and move values and groups ('a | b = label'); keeps a new hierarchy."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    made = verbs.load(call.table(hierarchy))
    for kind, texts in {"merge": merge, "rename": rename, "move": move}.items():
        for text in texts:
            made = verbs.Edit.parse(kind, text).apply(made, level)
    return Made(_kept(call, made, stored_table(call.workspace, call.owner, hierarchy).name))


@action()
def hierarchy_export(call: Call, *, study: StudyId, columns: Names = ()) -> Made:
    """Write the hierarchies of a study as ARX reads them, one file per column."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    chosen = columns or (None,)
    path = call.study(study)
    paths = [one for name in chosen for one in verbs.export_into(path, call.files, name)]
    return Made({"files": sorted({one.name for one in paths})}, files=True)


def _kept(call: Call, made: "Hierarchy", name: str) -> dict[str, Any]:
    """The id of a new hierarchy, and what it looks like."""
    from shoal.service import hierarchy as verbs  # noqa: PLC0415  (loads Polars)

    draft: Path = call.folder / "hierarchy.csv"
    verbs.write(made, draft, force=True)
    text = draft.read_text(encoding="utf-8")
    id = keep_hierarchy(call.workspace, call.owner, name.removesuffix(".csv"), text)
    return {"hierarchy": id, **_shown(made)}


def _shown(made: "Hierarchy") -> dict[str, Any]:
    lines = zip(*(level.head(SHOWN).to_list() for level in made.levels), strict=True)
    return {
        "values": len(made.levels[0]),
        "height": made.height,
        "lines": [list(line) for line in lines],
    }
