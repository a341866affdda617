"""The key `recoding` of a study: `global`, `local`, `iterated`, or `{mode: …}` (docs/study.md)."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer

from shoal.errors import StudyError
from shoal.registry import Registry
from shoal.study.keys.plugins import plugin_settings
from shoal.study.keys.section import from_shoal, takes, wrong
from shoal.validation import kind

GLOBAL = "global"


def recodings() -> Registry[Any]:
    """The ways of recoding that give classes levels of their own."""
    from shoal.search import local_recoding  # noqa: PLC0415  (loaded only when a study is read)

    return local_recoding.recodings


def is_series(recoding: object) -> bool:
    """Whether a recoding is that of a series."""
    return type(recoding) is recodings().class_of("series")


@takes(family=recodings, also=("string",))
def _read(given: object) -> object:
    if given == GLOBAL or type(given) in {recodings().class_of(name) for name in recodings()}:
        return given
    settings = {"mode": given} if isinstance(given, str) else given
    if not isinstance(settings, Mapping):
        raise wrong(f"expected global, local or {{mode: local, …}}, found {kind(given)}")
    if settings.get("mode") == GLOBAL and len(settings) == 1:
        return GLOBAL
    try:
        return recodings().build(settings)
    except StudyError as error:
        raise from_shoal(error) from None


def _write(recoding: object) -> object:
    if recoding == GLOBAL:
        return recoding
    settings = plugin_settings(recodings(), recoding)
    return settings["mode"] if len(settings) == 1 else settings


Recoding = Annotated[Any, BeforeValidator(_read), PlainSerializer(_write)]
