"""The rosters of inputs in the database, each kept once for all its releases and accounts."""

import hashlib
import sqlite3
from dataclasses import dataclass

import polars as pl

from shoal.errors import StudyError
from shoal.ledger.trace import pack, unpack


@dataclass(frozen=True)
class PackedRoster:
    """A roster as it is kept.

    Attributes:
        name: Its fingerprint.
        parts: Its pieces.
    """

    name: str
    parts: tuple[bytes, ...]

    @classmethod
    def of(cls, roster: pl.DataFrame) -> "PackedRoster":
        """Pack a roster into pieces."""
        parts = tuple(pack(roster))
        return cls(hashlib.sha256(b"".join(parts)).hexdigest(), parts)

    @property
    def frame(self) -> pl.DataFrame:
        """The roster."""
        return unpack(self.parts)


UNKNOWN = PackedRoster("unknown", ())  # of records that were never in memory


def keep(connection: sqlite3.Connection, roster: PackedRoster) -> None:
    """Write a roster into the database, unless it is there."""
    connection.executemany(
        "INSERT OR IGNORE INTO rosters (roster, part, body) VALUES (?, ?, ?)",
        [(roster.name, at, body) for at, body in enumerate(roster.parts)],
    )


def find(connection: sqlite3.Connection, name: str) -> pl.DataFrame | None:
    """The roster of this name; None if there is none, StudyError if it is damaged."""
    query = "SELECT body FROM rosters WHERE roster = ? ORDER BY part"
    parts = [body for (body,) in connection.execute(query, [name])]
    try:
        return unpack(parts) if parts else None
    except (pl.exceptions.PolarsError, OSError):
        raise StudyError(
            "The roster of an input in the workspace is damaged. Put the file back from a backup:"
            " without it, nobody knows which releases are about the same people."
        ) from None


def sweep(connection: sqlite3.Connection) -> None:
    """Delete rosters that neither a release nor an account needs."""
    connection.execute(
        "DELETE FROM rosters WHERE roster NOT IN"
        " (SELECT roster FROM releases UNION SELECT roster FROM spending)"
    )
