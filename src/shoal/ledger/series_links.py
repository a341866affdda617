"""What links the records of a series: the columns that say the same of people in every release."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.ledger.fingerprints import mix_cells
from shoal.ledger.pair import AGREE
from shoal.ledger.released import Both, Released
from shoal.search.series.earlier import Earlier
from shoal.search.series.promised import Promised


@dataclass(frozen=True, eq=False)
class Links:
    """What records show besides quasi-identifiers, in numbers that all releases share.

    Attributes:
        sides: The earlier releases.
        places: Per release: the line of each record in the new table, from 0; -1 if it left or
            shows other values now.
        met: The same, whatever it shows now; -1 only if it left.
        links: Per release: the number of what each record shows.
        own: The number of what each record of the new table shows.
        sensitive: The sensitive columns.
        values: Which value belongs to a number, as a code: a line per sensitive column, an entry
            per number.
    """

    sides: Sequence[Both]
    places: Sequence[Counts]
    met: Sequence[Counts]
    links: Sequence[Counts]
    own: Counts
    sensitive: tuple[str, ...]
    values: Counts

    @classmethod
    def of(cls, sides: Sequence[Both], now: Released) -> "Links":
        """Number what records show, alike in the new table and in all earlier releases."""
        names = _stable_columns(sides, now)
        tables = [now.trace.rename({f"cell:{name}": f"a:cell:{name}" for name in names})]
        tables += [side.records for side in sides]
        links = [_link_fingerprints(table, names) for table in tables]
        met = [_places(side.records) for side in sides]
        places = [
            _places_unchanged(there, mine, links[0])
            for there, mine in zip(met, links[1:], strict=True)
        ]
        numbers = np.unique(np.concatenate(links), return_inverse=True)[1].reshape(-1)
        parts = np.split(numbers, np.cumsum([len(numbered) for numbered in links])[:-1])
        sensitive = tuple(now.shown.diversity)
        values = np.zeros((len(sensitive), int(numbers.max(initial=-1)) + 1), np.int64)
        for row, name in enumerate(sensitive):
            cells = np.concatenate([_cells(table, name) for table in tables])
            values[row, numbers] = np.unique(cells, return_inverse=True)[1].reshape(-1)
        return cls(sides, places, met, parts[1:], parts[0], sensitive, values)

    def earlier(self, number: int, rung: int) -> Earlier:
        """An earlier release as the search knows it.

        Args:
            number: Which of `sides`.
            rung: The rung of all its records; used only if its trace has no rungs.
        """
        side, places = self.sides[number], self.places[number]
        cells = [side.records[f"a:cell:{name}"] for name in side.earlier.known]
        _, classes = np.unique(
            mix_cells(cells, side.records.height).to_numpy(), return_inverse=True
        )
        classes = classes.reshape(-1)
        rungs = np.full(int(classes.max(initial=-1)) + 1, -1)
        rungs[classes] = (
            side.records["a:rung"].to_numpy() if "a:rung" in side.records.columns else rung
        )
        promised = Promised(side.earlier.k, self.diversity(side.earlier.diversity))
        links, met = self.links[number], self.met[number]
        return Earlier(classes, places, links, rungs, promised, len(self.own), met)

    def diversity(self, promised: Mapping[str, int]) -> tuple[int, ...]:
        """How many values of each sensitive column a release promises; 1 where it promises none."""
        return tuple(promised.get(name, 1) for name in self.sensitive)


def _stable_columns(sides: Sequence[Both], now: Released) -> list[str]:
    """The columns that say the same of most people in every release; they link records.

    A column that changes from year to year links nothing. If a sensitive column changes, nobody can
    say which of its values are left, so that is an error.
    """
    changing = {
        name for side in sides for name in now.shown.other if not _is_stable(side, now, name)
    }
    for name in now.shown.diversity:
        if name in changing:
            raise StudyError(
                f"continues: {name!r} is sensitive and says something else of most people than in"
                " an earlier release. A series needs sensitive columns that stay the same."
            )
    return [name for name in now.shown.other if name not in changing]


def _is_stable(side: Both, now: Released, name: str) -> bool:
    """Whether a column says the same of most people in a release and in the new table."""
    places = _places(side.records)
    here = places >= 0
    before = side.records[f"a:cell:{name}"].filter(here)
    after = now.trace[f"cell:{name}"].gather(places[here])
    return not here.any() or float(before.eq_missing(after).mean() or 0) > AGREE  # type: ignore[arg-type]


def _places(records: pl.DataFrame) -> Counts:
    """Where each record stands now; -1 if it left."""
    return records["b:line"].cast(pl.Int64).fill_null(-1).to_numpy()


def _places_unchanged(places: Counts, mine: Counts, now: Counts) -> Counts:
    """The places of records that show the same values now; -1 for all others."""
    same = places.copy()
    here = np.flatnonzero(places >= 0)
    same[here[mine[here] != now[places[here]]]] = -1
    return same


def _link_fingerprints(records: pl.DataFrame, names: Sequence[str]) -> Counts:
    """What each record shows in the columns that link records, as one fingerprint."""
    cells = [records[f"a:cell:{name}"] for name in names]
    return mix_cells(cells, records.height).to_numpy().view(np.int64)


def _cells(records: pl.DataFrame, name: str) -> Counts:
    """The fingerprints of one column; 1 stands for a blank cell."""
    return records[f"a:cell:{name}"].fill_null(1).to_numpy().view(np.int64)
