"""The profile of a table on the terminal."""

from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import count_of, number, percent
from shoal.report.types.profile import ProfileColumn, ProfileReport
from shoal.report.words import label

WIDE = 110  # characters from which the frequent values have room
COLORS = {"identifier": "red", "quasi-identifier": "cyan", "sensitive": "yellow"}


def profile_table(profile: ProfileReport, width: int = 80) -> RenderableType:
    """A table of the columns, then what is suspicious, then which values are shown.

    Args:
        profile: The dict of `shoal.data.profile`.
        width: The width of the terminal; a narrow one leaves out the frequent values.
    """
    title = f"{label(profile['data'])}: {count_of(profile['records'], 'record')}"
    table = Table(title=title, title_justify="left", expand=False)
    for heading in ("Column", "Type", "Distinct", "Missing", "Role", "Frequent values"):
        right = heading in {"Distinct", "Missing"}
        justify: JustifyMethod = "right" if right else "left"
        if heading != "Frequent values" or width >= WIDE:
            table.add_column(heading, justify=justify, overflow="fold", no_wrap=right)
    for column in profile["columns"]:
        table.add_row(*_cells(column)[: len(table.columns)])
    return Group(table, *_suspicions(profile), *_notes(profile))


def _cells(column: ProfileColumn) -> tuple[Text, ...]:
    role = Text(column["role"], style=COLORS.get(column["role"], ""))
    return (
        Text(label(column["name"])),
        Text(_type(column)),
        Text(number(column["distinct"])),
        Text(number(column["missing"])),
        role.append(f": {column['reason']}", style="default"),
        Text(", ".join(label(value, 20) for value, _ in column["frequent"][:3])),
    )


def _type(column: ProfileColumn) -> str:
    """The type with the share of values that fit it; ~ marks a share from a sample."""
    form = f" {column['format']}" if column["format"] else ""
    mark = "~" if column["sampled"] else ""
    if column["type"] != "string" or not column["other_types"]:
        return f"{column['type']}{form} {mark}{percent(column['share'])}"
    best = column["other_types"][0]
    return f"string (or {best['type']} in {mark}{percent(best['share'])})"


def _suspicions(profile: ProfileReport) -> list[Text]:
    return [
        Text(f"! {label(column['name'])}: {suspicion['reason']}.", style="red")
        for column in profile["columns"]
        for suspicion in column["suspicions"]
    ]


def _notes(profile: ProfileReport) -> list[Text]:
    sampled = any(column["sampled"] for column in profile["columns"])
    notes = [profile["note"]] + (["~ Shares marked so come from a sample."] if sampled else [])
    read_as = f"Read as {profile['encoding']}." if profile.get("encoding") else ""
    assumed = profile.get("assumed")
    assumptions = [Text(assumed, style="yellow")] if assumed else []
    return [*assumptions, *(Text(note, style="dim") for note in (*notes, read_as) if note)]
