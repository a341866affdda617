"""How a file is read: detected, unless a person says it."""

from dataclasses import dataclass
from typing import Any

from nicegui import ui

from shoal.server.stored import StoredTable
from shoal.web.explain import explanation
from shoal.web.visit import Visit
from shoal.web.work import work


@dataclass(frozen=True)
class Rule:
    """One rule of reading: its label, and what may be given."""

    label: str
    hint: str


RULES = {
    "csv": {
        "separator": Rule("Separator", "one character; \\t for a tabulator"),
        "quote": Rule("Quote", 'what encloses cells, such as "'),
        "encoding": Rule("Encoding", "utf-8, utf-16, cp1252, latin-1 …"),
        "decimal": Rule("Decimal mark", "a point or a comma"),
        "skip": Rule("Lines before the header", "a number"),
        "comment": Rule("Comments begin with", "such as #"),
    },
    "excel": {"sheet": Rule("Sheet", "its name, or its number from 1")},
}
NUMBERS = {"skip", "sheet"}


def rules_card(visit: Visit, table: StoredTable) -> None:
    """Show fields for the rules of a format, in case they were detected wrongly.

    The button reads the file again, which makes another table.
    """
    rules = RULES[table.format]
    with ui.expansion("Was it read wrongly?", icon="tune").classes("card"):
        with ui.element("div").classes("line"):
            ui.label("What you leave empty is found out by looking.").classes("quiet")
            explanation("reading")
        with ui.element("div").classes("thirds"):
            given = {key: _field(rule) for key, rule in rules.items()}

        async def read() -> None:
            rules_given = {key: rule_of(key, one.value or "") for key, one in given.items()}
            asked = {key: value for key, value in rules_given.items() if value is not None}
            done = await work(visit, "reread", {"table": table.id, **asked}, "Reading it", place)
            if done is not None:
                ui.navigate.to(f"/tables?table={done.result['table']}")

        ui.button("Read it again", icon="refresh", on_click=read).props("outline")
        place = ui.element("div")


def _field(rule: Rule) -> ui.input:
    field = ui.input(rule.label).props("outlined").style("width: 100%")
    field.props["hint"] = rule.hint
    return field


def rule_of(key: str, text: str) -> Any:  # noqa: ANN401  (a text, a number or nothing)
    """The rule that a person typed; None for an empty field."""
    if not text:
        return None
    if key == "separator" and text == "\\t":
        return "\t"
    return int(text) if key in NUMBERS and text.strip().isdigit() else text
