"""Whom the records could be about: population, person, and the costs and gains of attacks."""

from typing import cast

from nicegui import ui

from shoal.data.regions import REGIONS
from shoal.report.numbers import count_of, percent
from shoal.server.stored.study_keys import GameKeys, StoredPopulation
from shoal.web.explain import heading
from shoal.web.forms import Form, Schema
from shoal.web.forms.shape import columns_with_role
from shoal.web.pages.promises.facts import GAME, game_of, people
from shoal.web.pages.promises.parts import SELECT, NotKept, Ways, part

WAYS = {
    "": "Nobody says", "size": "So many people", "fraction": "The data is a share of it",
    "region": "The people of a region", "table": "Another table has everybody",
}  # fmt: skip
UNSAID, RECORDS = "", "Records, not people"
ATTRIBUTES = {
    "publisher_benefit": "What the publisher gains by a record that is released as it is.",
    "publisher_loss": "What the publisher loses by a person who is found.",
    "adversary_gain": "What an adversary gains by a person who is found.",
    "adversary_cost": "What an adversary pays to try.",
}


def game_schema() -> Schema:
    """The costs and gains as a schema."""
    fields: dict[str, Schema] = {
        key: {"type": "number", "minimum": 0, "default": cast(float, stake)}
        for key, stake in GAME.items()
    }
    return {"type": "object", "properties": fields}


class Around(Ways):
    """The part about people outside the data."""

    key = "population"
    ways = WAYS

    def show(self) -> None:
        """Show the part."""
        hint = "Only some promises ask for these; the live check tells which."
        with part("population", "Population, people, stakes", "population", hint):
            with ui.element("div").classes("pair"):
                with ui.element("div").classes("stack"):
                    heading("Population", level=3)
                    self._show_choice("Who is in the population?")
                    self._fields = ui.element("div").classes("stack")
                    self._message = ui.label().classes("means").props('role="status"')
                    NotKept(self._editor, "population")
                with ui.element("div").classes("stack"):
                    self._show_person()
            heading("Cost and benefit", "stakes", 3)
            self._show_stakes()
        self._ask()
        self._choice.on_value_change(self._change_way)

    def _ask(self) -> None:
        """Show the field of the way that is chosen."""
        given = self._editor.body.get("population") or {}
        self._fields.clear()
        properties: dict[str, Schema] = {
            "size": {"type": "integer", "minimum": 1},
            "fraction": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
            "region": {"enum": list(REGIONS), "type": "string"},
        }
        with self._fields:
            if self._way in properties:
                schema: Schema = {
                    "properties": {self._way: properties[self._way]},
                    "required": [self._way],
                }
                Form(schema, given, self._keep, meanings={self._way: WAYS[self._way]})
            elif self._way == "table":
                given_table = given.get("table") or {}
                self._show_tables(
                    "Table with everybody", given_table, lambda table: self._keep({"table": table})
                )
        self._show_size()

    async def _keep(self, value: StoredPopulation) -> list[str]:
        """Store the population, and show its size; problems are shown by NotKept, not returned."""
        await self._editor.put("population", value)
        self._show_size()
        return []

    def _show_size(self) -> None:
        """Show how many people the population has; nothing if only a table could tell."""
        size = people(self._editor.body, self._editor.facts.records)
        share = self._editor.facts.records / size if size else 0
        words = (
            f"{count_of(size, 'person', 'people')}; the data is {percent(share)} of them."
            if size
            else ""
        )
        self._message.text = words

    def _show_person(self) -> None:
        """Show the choice what promises count: people, told apart by an identifier, or records."""
        heading("Person", "person", 3)
        names = columns_with_role(self._editor.columns, ("identifier",))
        people = {name: f"People, told apart by {name}" for name in names}
        options = {UNSAID: "Nobody says: one record of each person", RECORDS: RECORDS, **people}
        said = self._editor.body.get("person")
        given = RECORDS if said is False else said or UNSAID
        chosen = ui.select(options, label="Whose record is it?", value=given)
        chosen.props(SELECT).classes("field")
        chosen.props["hint"] = "Where an identifier repeats, somebody has several records."
        chosen.on_value_change(lambda event: self._count(str(event.value)))
        NotKept(self._editor, "person")

    async def _count(self, chosen: str) -> None:
        """Count people by a column, or records."""
        await self._editor.put("person", False if chosen == RECORDS else chosen or None)

    def _show_stakes(self) -> None:
        """Show the form of costs and gains; what equals the defaults is not stored."""

        async def keep(value: GameKeys) -> list[str]:
            await self._editor.put("game", value or None)
            return []

        given = game_of(self._editor.body)
        Form(game_schema(), given, keep, meanings=ATTRIBUTES)
        NotKept(self._editor, "game")
