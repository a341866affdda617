"""How the release is written, and how the run behaves."""

from typing import cast

from shoal.server.stored.study_keys import StoredKeys, only, remove_keys
from shoal.study.keys.output import Output
from shoal.study.keys.plain import OutputKeys
from shoal.web.explain import heading
from shoal.web.forms import Form, Schema
from shoal.web.pages.promises.parts import NotKept, Part, foldable_part

ELSEWHERE = ("url", "table", "credentials")  # a service writes files only
RUN: Schema = {
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


def output_schema() -> Schema:
    """The schema of the section `output`, for files only."""
    schema = cast(Schema, Output.model_json_schema())
    for key in ELSEWHERE:
        schema["properties"].pop(key)
    schema["properties"]["format"]["enum"] = ["csv", "parquet", "arrow", "excel"]
    return schema


class Writing(Part):
    """The part about the written release and the run."""

    def show(self) -> None:
        """Show the part, closed at first."""
        hint = "Format, columns, order, what becomes of suppressed records"
        with foldable_part("Output and run", "output", hint):
            columns = {n: r for n, r in self._editor.columns.items() if r != "identifier"}
            heading("Output", "output", 3)
            Form(
                output_schema(),
                self._editor.body.get("output") or {},
                self._keep_output,
                columns=columns,
            )
            NotKept(self._editor, "output")
            heading("Run", "run settings", 3)
            Form(RUN, only(self._editor.body, *MEANINGS), self._keep_run, meanings=MEANINGS)
            NotKept(self._editor, "run")

    async def _keep_output(self, value: OutputKeys) -> list[str]:
        await self._editor.put("output", value)
        return []

    async def _keep_run(self, value: StoredKeys) -> list[str]:
        await self._editor.change("run", lambda body: put_run(body, value))
        return []


def put_run(body: StoredKeys, value: StoredKeys) -> None:
    """Set the keys that differ from the defaults, and take out the others; changes `body`."""
    remove_keys(body, *MEANINGS)
    body.update(value)
