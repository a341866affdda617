"""Ids and names of stored things, and how a thing is looked up by its id.

Ids are random. Only a text that matches their pattern ever becomes part of a path or of a query.
Names come from people; they are shown again, and used for nothing else.
"""

import re
import secrets
import unicodedata
from typing import Any

from shoal.ledger.workspace import Workspace
from shoal.server.stored.refusals import NotFound

PATTERN = r"^[0-9a-f]{32}$"
LONGEST = 200  # characters of a name
_ID = re.compile(r"[0-9a-f]{32}")


def new_id() -> str:
    """128 bits from the operating system, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def is_id(value: object) -> bool:
    """Whether a value has the form of an id."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def check_id(value: object, kind: str) -> str:
    """The value itself if it has the form of an id; otherwise NotFound."""
    if not isinstance(value, str) or not is_id(value):
        raise not_found(kind)
    return value


def not_found(kind: str) -> NotFound:
    """The error for a thing that does not exist, and for one of another owner."""
    return NotFound(f"There is no {kind} with this id.")


def find_row(workspace: Workspace, select: str, kind: str, owner: str, id: str) -> tuple[Any, ...]:
    """The row of a stored thing; NotFound unless it is the owner's.

    Args:
        workspace: Where it is stored.
        select: The query for all rows of its kind.
        kind: What people call such a thing.
        owner: Whose it must be.
        id: Its id.
    """
    rows = read_rows(workspace, f"{select} WHERE id = ? AND owner = ?", check_id(id, kind), owner)
    if not rows:
        raise not_found(kind)
    return rows[0]


def read_rows(workspace: Workspace, query: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query; empty if the workspace does not exist yet."""
    if not workspace.exists:
        return []
    with workspace.snapshot() as connection:
        return connection.execute(query, values).fetchall()


def clean_name(text: str) -> str:
    """A name that is safe to show: the last part of a path, without unprintable characters."""
    plain = text.replace("\\", "/").rsplit("/", maxsplit=1)[-1]
    printed = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in plain)
    return " ".join(printed.split())[-LONGEST:] or "unnamed"
