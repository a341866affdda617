"""The figures of a table: how large it is, how much is missing, what its columns are."""

from nicegui import ui

from shoal.report.numbers import percent
from shoal.server.stored import StoredTable
from shoal.web.explain import figure
from shoal.web.pages.data.lines import count_roles
from shoal.web.pages.data.profiles import Profile
from shoal.web.pages.data.role_editor import RoleEditor

ROLES = {
    "identifier": "identifiers",
    "quasi-identifier": "quasi-identifiers",
    "sensitive": "sensitive",
    "insensitive": "insensitive",
    "undecided": "undecided",
}


def show_figures(place: ui.element, table: StoredTable, editor: RoleEditor) -> None:
    """Show the figures in `place`."""
    place.clear()
    by_role = count_roles(editor.story.columns)
    idle = sum(name not in editor.roles for name in table.columns)
    with place, ui.element("div").classes("stack"):
        with ui.element("div").classes("figures"):
            figure("Records", f"{table.records:,}", "records")
            figure("Columns", f"{len(table.columns):,}", "columns")
            figure("Missing cells", missing_share(editor.profile), "missing-cells")
            figure("Not released", f"{idle:,}", "not-released")
        with ui.element("div").classes("line wrap"):
            for role, name in ROLES.items():
                count = by_role.get(role, 0)
                words = f"{count:,} {role if count == 1 else name}"
                ui.label(words).classes(f"badge role-{role}")


def missing_share(profile: Profile | None) -> str:
    """The share of cells without a value, in words; … before the table was profiled."""
    cells = profile["records"] * len(profile["columns"]) if profile else 0
    if not profile or not cells:
        return "…"
    return percent(sum(one["missing"] for one in profile["columns"]) / cells)
