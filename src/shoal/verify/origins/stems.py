"""The different records of input and release, and which can stem from which.

Every record of the release may have levels of its own, within the bounds of the study.
"""

from dataclasses import dataclass

import numpy as np

from shoal.verify.case.case import Bools
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.origins.sources import Shown, kinds_of, pairs_of
from shoal.verify.values.dictionary import Places

PAIRS = 20_000_000  # pairs of kinds; with more, the check is given up


@dataclass(frozen=True, eq=False)
class Stems:
    """Kinds of records, input and released ones: a kind are all that look alike in some columns.

    Attributes:
        offered: The number of records of each input kind.
        wanted: The number of records of each released kind.
        pairs: Released kinds, and beside each an input kind; None if there are too many.
        kind: The kind of each input record.
        shown: The kind of each released record that is kept.
    """

    offered: Whole
    wanted: Whole
    pairs: tuple[Places, Places] | None
    kind: Whole
    shown: Whole

    @classmethod
    def of(cls, columns: list[Linked], kept: Bools) -> "Stems":
        """What some columns tell about the released records that are kept."""
        inside = [(column.data.codes, len(column.data.texts)) for column in columns]
        seen = [(column.release.codes[kept], len(column.release.texts)) for column in columns]
        inputs, offered, kind = kinds_of(inside)
        outputs, wanted, shown = kinds_of(seen)
        pairs = pairs_of([_possible_cells(column) for column in columns], inputs, outputs, PAIRS)
        return cls(offered, wanted, pairs, kind, shown)

    def places(self) -> list[list[int]] | None:
        """Where in the input the records of each released kind can have stood, first ones first.

        None if there are too many pairs.
        """
        if self.pairs is None or int(self.offered[self.pairs[1]].sum()) > PAIRS:
            return None
        released, given = self.pairs
        order = np.argsort(self.kind, kind="stable")  # the records of a kind, one after the other
        starts = np.concatenate(([0], np.cumsum(self.offered)))
        sizes = self.offered[given]
        ends = np.cumsum(sizes)
        inner = np.arange(int(sizes.sum())) - np.repeat(ends - sizes, sizes)
        place = order[np.repeat(starts[given], sizes) + inner]
        kinds = np.repeat(released, sizes)
        line = np.lexsort((place, kinds))
        cuts = np.searchsorted(kinds[line], np.arange(1, len(self.wanted)))
        return [part.tolist() for part in np.split(place[line], cuts)]


def levels_in_bounds(column: Linked) -> list[int]:
    """The levels that a release may use in a column."""
    highest = column.terms.highest
    top = len(column.levels) - 1 if highest is None else highest
    return list(range(column.terms.lowest, top + 1))


def _possible_cells(column: Linked) -> Shown:
    """What a value may look like: on any level that is allowed, or as it is."""
    levels = levels_in_bounds(column) if column.terms.is_generalized else [0]
    return Shown.of([column.levels[level] for level in levels], len(column.release.texts))
