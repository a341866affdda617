"""Which records are released: all, or a research subset; shows how many they are."""

from collections.abc import Mapping
from typing import ClassVar

from nicegui import background_tasks, ui

from shoal.errors import ShoalError
from shoal.report.numbers import count_of
from shoal.server import stored
from shoal.server.stored.study_keys import StoredData, StoredSubset
from shoal.web.forms import Form, Schema
from shoal.web.pages.promises.parts import NotKept, Ways, part


def condition(value: StoredSubset) -> str | None:
    """The subset as a condition; None if it cannot be written as one."""
    if value.get("query"):
        return str(value["query"])
    if value.get("column") and value.get("equals") is not None:
        column, equals = value["column"], str(value["equals"])
        return f"\"{column}\" = '{equals}'" if "'" not in equals else None
    return None


class SubsetPart(Ways):
    """The part about the research subset."""

    key = "subset"
    ways: ClassVar[Mapping[str, str]] = {
        "": "All records",
        "query": "Records that satisfy a condition",
        "column": "Records with a value in a column",
        "records": "Records listed in another table",
        "sample": "A random sample",
    }

    def show(self) -> None:
        """Show the part."""
        hint = "All figures are about these records; the others can serve as their population."
        with part("subset", "Research subset", "subset", hint):
            with ui.element("div").classes("pair"):
                self._show_choice("Which records?")
                self._fields = ui.element("div").classes("stack")
            self._count = ui.label().classes("means").props('role="status"').mark("subset-count")
            NotKept(self._editor, "subset")
        self._ask()
        self._choice.on_value_change(self._change_way)

    def _ask(self) -> None:
        """Show the fields of the way that is chosen, and count its records."""
        given = self._editor.body.get("subset") or {}
        self._fields.clear()
        with self._fields:
            if self._way == "records":
                self._ask_table(given.get("records") or {})
            elif self._way:
                Form(self._schema(), given, self._keep, meanings=MEANINGS)
        background_tasks.create(
            self._show_count(given if self._way in given else {}), name="subset"
        )

    def _schema(self) -> Schema:
        """The schema of the fields that the chosen way needs."""
        fields: dict[str, Schema] = {
            "query": {"type": "string"},
            "column": {"enum": list(self._editor.facts.columns), "type": "string"},
            "equals": {"type": "string"},
            "sample": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        }
        asked = ["column", "equals"] if self._way == "column" else [self._way]
        return {"properties": {key: fields[key] for key in asked}, "required": asked}

    def _ask_table(self, given: StoredData) -> None:
        """Show the choice of the table that lists the records."""
        chosen = self._show_tables(
            "Table with the records",
            given,
            lambda table: self._keep({"records": table}),
            without=self._editor.story.table or "",
        )
        chosen.props["hint"] = (
            "Compared in the columns that this table has."
            if chosen.options
            else "There is no other table; upload one first."
        )

    async def _keep(self, value: StoredSubset) -> list[str]:
        """Store the subset and count its records; a column waits for its value.

        Problems are shown by NotKept, not returned.
        """
        if self._way == "column" and len(value) < 2:
            return []
        problems = await self._editor.put("subset", value)
        await self._show_count({} if problems else value)
        return []

    async def _show_count(self, value: StoredSubset) -> None:
        """Show how many records the subset has; nothing if it cannot be told at once."""
        records = self._editor.facts.records
        query = condition(value)
        if value.get("sample"):
            drawn = round(float(value["sample"]) * records)
            words = f"About {drawn:,} of {count_of(records, 'record')}."
        elif query and self._editor.story.table:
            words = await self._count_words(query, records)
        else:
            words = "" if self._way else f"All {count_of(records, 'record')}."
        self._count.text = words

    async def _count_words(self, query: str, records: int) -> str:
        """How many records satisfy a condition, in words, or why it cannot be told."""
        visit, table = self._editor.story.visit, str(self._editor.story.table)
        try:
            page = await visit.call(stored.page, table, count=0, query=query)
        except ShoalError as error:
            return " ".join(error.problems)
        return f"{page['records']:,} of {count_of(records, 'record')}."


MEANINGS = {
    "query": "A condition such as age >= 18 and (sex = Female or not ward = north).",
    "equals": "The value that those records have.",
    "sample": "The chance of each record to be in it.",
}
