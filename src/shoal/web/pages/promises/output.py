"""How the release is written, and how the run behaves."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from shoal.study.keys.output import Output
from shoal.web.explain import heading
from shoal.web.forms import Form
from shoal.web.pages.promises.desk import Desk
from shoal.web.pages.promises.parts import NotKept, folded

ELSEWHERE = ("url", "table", "credentials")  # databases are not for services
RUN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "review_months": {"type": "integer", "minimum": 1, "maximum": 1200, "default": 12},
        "engine": {"enum": ["memory", "duckdb"], "type": "string", "default": "memory"},
        "reproducible": {"type": "boolean", "default": False},
    },
}
MEANINGS = {
    "review_months": "After how many months the certificate asks to review the release.",
    "engine": "Where records are counted: duckdb for tables larger than memory.",
    "reproducible": "Repeatable to the byte, and therefore marked “not private”.",
}


def output_schema() -> dict[str, Any]:
    """The section `output`, with what a file can be."""
    schema = deepcopy(Output.model_json_schema())
    for key in ELSEWHERE:
        schema["properties"].pop(key)
    schema["properties"]["format"]["enum"] = ["csv", "parquet", "arrow", "excel"]
    return schema


class Writing:
    """The part about the written release."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def show(self) -> None:
        """The part of the page, closed at first."""
        hint = "Format, columns, order, what becomes of suppressed records"
        with folded("Output and run", "output", hint):
            columns = {n: r for n, r in self._desk.columns.items() if r != "identifier"}
            heading("Output", "output", 3)
            Form(
                output_schema(),
                self._desk.body.get("output") or {},
                self._keep_output,
                columns=columns,
            )
            NotKept(self._desk, "output")
            heading("Run", "run settings", 3)
            given = {key: self._desk.body[key] for key in MEANINGS if key in self._desk.body}
            Form(RUN, given, self._keep_run, meanings=MEANINGS)
            NotKept(self._desk, "run")

    async def _keep_output(self, value: dict[str, Any]) -> list[str]:
        await self._desk.put("output", value)
        return []

    async def _keep_run(self, value: dict[str, Any]) -> list[str]:
        await self._desk.change("run", lambda body: put_run(body, value))
        return []


def put_run(body: dict[str, Any], value: Mapping[str, Any]) -> None:
    """Set what differs from the usual, and take out the rest."""
    for key in MEANINGS:
        body.pop(key, None)
    body.update(value)
