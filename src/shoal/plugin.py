"""A plugin is a frozen dataclass that checks its own parameters, with one method.

Example:
    >>> from typing import Annotated
    >>> from annotated_types import Ge
    >>> @plugin()
    ... class KAnonymity:
    ...     k: Annotated[int, Ge(2)]
    >>> KAnonymity(k=5).k
    5
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, dataclass_transform

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

Class = TypeVar("Class", bound=type)
BITS = 60  # of the largest whole number that a parameter may be
VAST = "the number has too many digits; expected at most 18, or a text in quotes"


@dataclass_transform(frozen_default=True)
def plugin() -> Callable[[Class], Class]:
    """Turn a class into a frozen dataclass whose fields are checked against their annotations."""
    return dataclass(frozen=True, config=ConfigDict(extra="forbid"))  # type: ignore[return-value]


def is_vast(value: object) -> bool:
    """Whether a whole number, or one inside a list, has too many bits to calculate with."""
    if isinstance(value, list | tuple):
        return any(map(is_vast, value))
    return isinstance(value, int) and value.bit_length() > BITS


def parameters(instance: Any) -> dict[str, Any]:  # noqa: ANN401  (any plugin)
    """The parameters of a plugin by name, as they would stand in a study."""
    return {field.name: getattr(instance, field.name) for field in fields(instance)}
