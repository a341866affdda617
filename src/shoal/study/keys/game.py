"""The key `game` of a study: what publisher and adversary play for (docs/study.md)."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter, ValidationError

from shoal.errors import StudyError
from shoal.registry import complaints
from shoal.study.keys.section import from_shoal, takes, wrong
from shoal.validation import kind

Plugin = TypeVar("Plugin")


def _stakes() -> type:
    """The class of stakes, imported when a study is read, so that this module loads no engine."""
    from shoal.privacy.game import Game  # noqa: PLC0415

    return Game


@takes(like=_stakes)
def _read(given: object) -> object:
    stakes = _stakes()
    if isinstance(given, stakes) or given is None:
        return given
    if not isinstance(given, Mapping):
        raise wrong(f"expected {{publisher_benefit: …}}, found {kind(given)}")
    try:
        return stakes(**given)
    except (ValidationError, TypeError) as error:
        raise from_shoal(StudyError(*complaints("the game", stakes, error, given))) from None


def _write(game: object) -> object:
    return None if game is None else TypeAdapter(type(game)).dump_python(game, mode="json")


GameKey = Annotated[Any, BeforeValidator(_read), PlainSerializer(_write)]


def plays(plugin: object) -> bool:
    """Whether a model depends on the stakes."""
    return "game" in getattr(plugin, "__dataclass_fields__", {})
