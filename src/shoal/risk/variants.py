"""Every way in which a model can be measured: for each sensitive column, distance and estimator."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

from shoal.privacy.model import Promise, privacy_models

VARIED = ("distance", "estimator", "absent")  # choices that change what is measured
# Parameters, besides the measured one, without which a number means nothing.
GIVEN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "recursive-l-diversity": ({"l": 2}, {"l": 3}),
}


@dataclass(frozen=True)
class Variant:
    """A promise to measure.

    Attributes:
        promise: The promise; the value of its measured parameter plays no part.
        shown: The parameters that the result depends on, with their values.
    """

    promise: Promise
    shown: Mapping[str, Any]


def variants(name: str, sensitive: Sequence[str]) -> list[Variant]:
    """All variants of a model; empty if it needs a sensitive column and the table has none."""
    properties = privacy_models.schema(name)["properties"]
    columns = [{"column": column} for column in sensitive] if "column" in properties else [{}]
    return [
        _variant(name, {**column, **given, **choice})
        for column in columns
        for given in GIVEN.get(name, ({},))
        for choice in _choices(name)
    ]


def _variant(name: str, shown: Mapping[str, Any]) -> Variant:
    """A promise to measure; its measured parameter has any legal value, which plays no part."""
    schema = privacy_models.schema(name)
    needed = [parameter for parameter in schema.get("required", ()) if parameter not in shown]
    any_value = {parameter: _legal_value(schema["properties"][parameter]) for parameter in needed}
    return Variant(privacy_models.build({"model": name, **any_value, **shown}), shown)


def _choices(name: str) -> Iterator[dict[str, Any]]:
    """Every combination of the choices that change what is measured."""
    hints = get_type_hints(privacy_models.class_of(name))
    options = {key: _options(hints[key]) for key in VARIED if key in hints}
    for chosen in product(*options.values()):
        yield dict(zip(options, chosen, strict=True))


def _options(annotation: Any) -> list[str]:  # noqa: ANN401  (any annotation)
    """The values that a parameter can choose from; empty if it is no choice."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [member.value for member in annotation]
    return []


def _legal_value(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401  (a number, or what a model takes)
    """The default of a parameter, or a small number that its schema allows."""
    if "default" in schema:
        return schema["default"]
    return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
