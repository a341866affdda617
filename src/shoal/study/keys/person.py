"""The key `person`: whose record each record is, or that every record counts."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from shoal.study.keys.kinds import text
from shoal.study.keys.section import wrong


def _column_or_false(given: object) -> object:
    if given is None or given is False:
        return given
    if given is True:
        raise wrong("expected the column that tells whose record it is, or false for records")
    return text(given)


PersonKey = Annotated[str | Literal[False] | None, BeforeValidator(_column_or_false)]
