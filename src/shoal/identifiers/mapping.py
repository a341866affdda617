"""The steward's mapping: the person behind each pseudonym, in one encrypted file.

The file is sealed with AES-256-GCM under a key derived from the key file. It can hold several
domains and recipients. It is replaced all at once, and two runs never change it together.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from shoal.errors import DataError, ShoalError
from shoal.identifiers.key import Key
from shoal.identifiers.private_file import lock_file, read_private, replace_private

MAGIC = b"shoal mapping 1\n"
_LARGEST = 2**31 - 1024  # bytes that can be sealed at once
_SCHEMA = dict.fromkeys(("space", "value", "pseudonym"), pl.String)


@dataclass(frozen=True)
class Mapping:
    """One space of a mapping file: the pseudonyms of one domain, method and recipient.

    Attributes:
        path: The file; it need not exist yet.
        key: The key of the key file, from which that of the mapping is derived.
        space: The name of the space; others in the same file have other names.
    """

    path: Path
    key: Key
    space: str

    def extend(self, values: pl.Series, make: Callable[[pl.Series], pl.Series]) -> pl.DataFrame:
        """A frame with the columns `value` and `pseudonym`, one line per value, in any order.

        Pseudonyms of new values are made and stored in the file, under the lock of its folder.

        Args:
            values: Distinct values.
            make: Returns a pseudonym for each of the new values.
        """
        with lock_file(self.path):
            entries = self._entries()
            known = self._own_entries(entries)
            new = values.filter(~values.is_in(known["value"].implode()))
            if len(new):
                added = pl.DataFrame({"value": new, "pseudonym": make(new)})
                known = pl.concat((known, added))
                _refuse_shared(known)
                space = pl.lit(self.space).alias("space")
                self._save(pl.concat((entries, added.select(space, pl.all()))))
        return known.filter(pl.col("value").is_in(values.implode()))

    def values_of(self, pseudonyms: pl.Series) -> pl.Series:
        """The value behind each pseudonym; null if the space does not have it.

        A `DataError` if there is no file.
        """
        if not self.path.exists():
            raise DataError("There is no mapping yet. A run with the key `mapping` writes it.")
        known = self._own_entries(self._entries())
        asked = pl.DataFrame({"pseudonym": pseudonyms})
        return asked.join(known, on="pseudonym", how="left", maintain_order="left")["value"]

    def _own_entries(self, entries: pl.DataFrame) -> pl.DataFrame:
        """The entries of this space, without its name."""
        return entries.filter(pl.col("space") == self.space).select("value", "pseudonym")

    def _entries(self) -> pl.DataFrame:
        """All entries of all spaces; none if there is no file."""
        if not self.path.exists():
            return pl.DataFrame(schema=_SCHEMA)
        content = read_private(self.path)
        if not content.startswith(MAGIC):
            raise DataError(f"{self.path.name} is not a mapping of Shoal.")
        plain = self.key.derive("mapping").unseal(content[len(MAGIC) :], MAGIC)
        if plain is None:
            raise DataError(
                f"{self.path.name} cannot be opened: it was written with another key, or changed."
            )
        return pl.read_ipc(io.BytesIO(plain))

    def _save(self, entries: pl.DataFrame) -> None:
        """Replace the file by one with these entries of all spaces."""
        packed = io.BytesIO()
        # Sorted by pseudonym, so that nothing shows the order of records in a table.
        entries.sort("space", "pseudonym").write_ipc(packed, compression="zstd")
        if packed.tell() > _LARGEST:
            raise ShoalError(f"{self.path.name} would become larger than a mapping can be.")
        sealed = self.key.derive("mapping").seal(packed.getvalue(), MAGIC)
        replace_private(self.path, MAGIC + sealed)


def _refuse_shared(known: pl.DataFrame) -> None:
    """Raise a `DataError` if two values have the same pseudonym."""
    shared = known.height - known["pseudonym"].n_unique()
    if shared:
        raise DataError(
            f"{shared:,} of {known.height:,} values of the mapping would share a pseudonym with"
            " another. Take a greater `length`."
        )
