"""Actions without arguments: list what a study can name, and store the built-in example."""

from typing import Any

from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import action
from shoal.server.stored.inline import keep_hierarchy
from shoal.server.stored.study_rows import keep_study
from shoal.server.stored.table_rows import keep_table
from shoal.study import text as study_text


@action(quick=True)
def models(call: Call) -> ActionResult:
    """List what a study can name: each with its definition and the schema of its parameters."""
    from shoal.report import plugin_words as words  # noqa: PLC0415  (loads the engine)
    from shoal.study.keys import plugins  # noqa: PLC0415

    families = (
        plugins.privacy_models(), plugins.quality_models(), plugins.strategies(),
        plugins.methods(), plugins.builders(), plugins.aggregates(),
        plugins.pseudonym_methods(), plugins.learning_models(),
    )  # fmt: skip
    return ActionResult(
        [
            {
                "kind": family.kind,
                "key": family.key,
                "name": name,
                "definition": words.definition(family.class_of(name)),
                "about": words.from_card(family.card(name)),
                "schema": family.schema(name),
            }
            for family in families
            for name in family
        ]
    )


@action()
def demo(call: Call) -> ActionResult:
    """Keep the built-in example, a table and its study, to start from."""
    from shoal.data.example import write_example  # noqa: PLC0415  (loads Polars)
    from shoal.server.stored.reading import read_here  # noqa: PLC0415

    path = write_example(call.folder / "example")
    body: dict[str, Any] = study_text.parse(path.read_text(encoding="utf-8"), path.name)
    with (path.parent / body["data"]).open("rb") as file:
        table = keep_table(call.workspace, call.owner, body["data"], file, reader=read_here)
    for name, column in body["columns"].items():
        if "hierarchy" in column:
            text = (path.parent / column["hierarchy"]).read_text(encoding="utf-8")
            column["hierarchy"] = {"table": keep_hierarchy(call.workspace, call.owner, name, text)}
    body["data"] = {"table": table.id}
    study = keep_study(call.workspace, call.owner, body, "The built-in example")
    return ActionResult({"table": table.id, "study": study.id})
