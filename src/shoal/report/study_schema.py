"""The JSON Schema of a study file, by which editors complete and check what a person writes.

Pydantic knows the keys. The readers of keys say what they accept besides, and which plugins there
are (`shoal.study.keys.section.takes`).
"""

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from shoal.registry import Registry
from shoal.report.plugin_words import attributes
from shoal.report.schemas import as_published
from shoal.study.keys.plugins import FAMILIES
from shoal.study.keys.recoding import recodings
from shoal.study.study import Study

HERE = "#/$defs/"
ELSEWHERE = "https://shoal.dev/plugins/"  # Pydantic counts references, and knows no plugins

BOUNDS = {"ge": "minimum", "le": "maximum"}  # of decimals, as Pydantic leaves them


def study_schema() -> JsonSchemaValue:
    """The schema of a study file, with every plugin that is installed."""
    schema = Study.model_json_schema(schema_generator=_Generator)
    for lookup in (*FAMILIES.values(), recodings):
        registry = lookup()
        for name in registry:
            schema["$defs"] |= _plugin(registry, name)
    text = json.dumps(schema).replace(ELSEWHERE, HERE)
    return as_published("study", "A study for Shoal", json.loads(text, object_hook=_explain))


class _Generator(GenerateJsonSchema):
    """Pydantic's schema, with what readers accept before Pydantic looks."""

    def function_before_schema(
        self, schema: core_schema.BeforeValidatorFunctionSchema
    ) -> JsonSchemaValue:
        """The schema of a value that a reader of ours looks at first."""
        facts = getattr(schema["function"]["function"], "__dict__", {})
        also = [{"type": kind} for kind in facts.get("also", ())]
        if "words" in facts:
            return {"enum": [*facts["words"]]}
        if "like" in facts:
            return TypeAdapter(facts["like"]()).json_schema()
        if "family" in facts:
            registry: Registry[Any] = facts["family"]()
            return _either([*({"$ref": ELSEWHERE + _key(registry, n)} for n in registry), *also])
        inner = super().function_before_schema(schema)
        alone = [inner["items"]] if facts.get("one_too") else []
        return _either([inner, *alone, *also])


def _plugin(registry: Registry[Any], name: str) -> JsonSchemaValue:
    """A plugin's schema and its parts, by their names under `$defs` of the study's schema."""
    key, schema = _key(registry, name), registry.schema(name)
    schema["properties"] = {registry.key: {"const": name}, **schema.get("properties", {})}
    schema["required"] = [registry.key, *schema.get("required", ())]
    parts = {f"{key}.{part}": inner for part, inner in schema.pop("$defs", {}).items()}
    text = json.dumps({key: schema, **parts}).replace(HERE, f"{HERE}{key}.")
    return dict(json.loads(text))


def _key(registry: Registry[Any], name: str) -> str:
    """The name of a plugin under `$defs`, such as `privacy-model.k-anonymity`."""
    return f"{registry.kind.replace(' ', '-')}.{name}"


def _either(kinds: list[JsonSchemaValue]) -> JsonSchemaValue:
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _explain(schema: JsonSchemaValue) -> JsonSchemaValue:
    """The schema itself, changed: each key gets its description from the docstring of the class."""
    if isinstance(schema.get("title"), str):
        del schema["title"]  # the name of a class, which says nothing to the author of a study
    for name, keyword in BOUNDS.items():
        if isinstance(schema.get(name), int):
            schema[keyword] = schema.pop(name)
    doc = schema.get("description")
    if isinstance(doc, str) and isinstance(schema.get("properties"), dict):
        for key, text in attributes(doc).items():
            if key in schema["properties"]:
                schema["properties"][key]["description"] = text
        schema["description"] = doc.partition("\nAttributes:")[0].strip()
    return schema
