"""Names of stored things: random, and checked by a strict pattern before any other use.

Only what matches the pattern ever becomes part of a path or of a question to the database.
"""

import re
import secrets

from shoal.server.stored.refusals import NotFound

PATTERN = r"^[0-9a-f]{32}$"
_ID = re.compile(r"[0-9a-f]{32}")


def new_id() -> str:
    """128 bits from the operating system, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def is_id(given: object) -> bool:
    """Whether something could be the name of a stored thing."""
    return isinstance(given, str) and _ID.fullmatch(given) is not None


def checked_id(given: object, kind: str) -> str:
    """The name itself, if it could be one."""
    if not isinstance(given, str) or not is_id(given):
        raise absent(kind)
    return given


def absent(kind: str) -> NotFound:
    """What everybody hears who asks for something that is not theirs."""
    return NotFound(f"There is no {kind} with this id.")
