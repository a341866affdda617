"""Local suppression with importance, as sdcMicro's `kAnon` does it (docs/theory/methods.md).

Sweep after sweep, each record that too few match loses one cell: of the columns in which it differs
from its nearest records, the least important one.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK, Crowd
from shoal.methods.combinations.matching import bins


def sweep_records(
    codes: Codes, bin_size: int, important: Counts, crowd: Crowd | None = None
) -> tuple[Codes, int]:
    """The records with cells blanked until every bin is large enough, and the number of sweeps.

    Args:
        codes: The records.
        bin_size: The smallest number of matching records that is safe.
        important: The columns, the most important first.
        crowd: The people who are counted instead of records; blanks of others then help nobody.
    """
    found, sweeps = codes.copy(), 0
    others = found if crowd is None else np.ascontiguousarray(crowd.codes)
    people = np.arange(len(codes), dtype=np.int32) if crowd is None else crowd.people
    sizes = bins(found, crowd)
    while (small := sizes < bin_size).any():
        rarest = np.argsort(sizes, kind="stable")  # without weights the risk is one over the bin
        _sweep(found, others, people, rarest[: int(small.sum())], important[::-1].copy())
        sizes = bins(found, crowd)
        sweeps += 1
    return found, sweeps


@kernel
def _sweep(codes: Codes, others: Codes, people: Codes, small: Counts, unimportant: Counts) -> None:
    """Blank one cell of each record of `small`, changing `codes`.

    It is the least important one in which the record differs from one of its nearest records in
    `others`, which is `codes` itself unless people are counted.
    """
    for record in small:
        differs = _nearest(codes, others, people, record)
        for column in unimportant:
            if differs >> column & 1:
                codes[record, column] = BLANK
                break


@inner
def _nearest(codes: Codes, others: Codes, people: Codes, record: int) -> int:
    """The columns in which a record differs from any of its nearest records, as a mask.

    Nearest are those of other people that differ in the fewest columns, but at least in one.
    """
    least, differs = codes.shape[1] + 1, 0
    for other in range(others.shape[0]):
        if people[other] == people[record]:
            continue
        mask, many = 0, 0
        for at in range(codes.shape[1]):
            one, two = codes[record, at], others[other, at]
            if one != two and one != BLANK and two != BLANK:  # noqa: PLR1714
                mask |= 1 << at
                many += 1
                if many > least:
                    break
        if 0 < many < least:
            least, differs = many, mask
        elif many == least:
            differs |= mask
    return differs
