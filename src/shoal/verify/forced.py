"""Input records that can only have formed one class, found without knowing any order.

A class whose possible members are no more than it has must consist of all of them. A record that
fits one class only must be in it, if no record is left out. What is settled is taken out, and the
same questions are asked again.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.int64]
UNKNOWN = -1


def forced(
    wanted: Numbers, offered: Numbers, pairs: tuple[ArrayLike, ArrayLike], *, complete: bool
) -> tuple[Numbers, NDArray[np.bool_]]:
    """The class of each kind of input record where there is no choice; and which classes are known.

    Args:
        wanted: The number of records of each class.
        offered: The number of records of each input kind.
        pairs: Classes, and beside each an input kind that fits it.
        complete: Whether no record of the input is left out.
    """
    classes, kinds = (np.asarray(side, np.int64) for side in pairs)
    found, need = np.full(len(offered), UNKNOWN), wanted.astype(np.int64).copy()
    while len(classes):
        room = np.bincount(classes, offered[kinds], len(need)).astype(np.int64)
        choices = np.bincount(kinds, minlength=len(offered))
        settled = (room == need)[classes]
        if complete:
            settled |= (choices == 1)[kinds]
        # A kind that two classes claim as a whole settles nothing; that is no honest release.
        claims = np.bincount(kinds[settled], minlength=len(offered))
        settled &= (claims == 1)[kinds]
        if not settled.any():
            break
        found[kinds[settled]] = classes[settled]
        np.subtract.at(need, classes[settled], offered[kinds[settled]])
        open_ = (found[kinds] == UNKNOWN) & (need > 0)[classes]
        classes, kinds = classes[open_], kinds[open_]
    return found, need == 0
