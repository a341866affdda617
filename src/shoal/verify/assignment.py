"""Can every released record stem from an input record of its own? A transport problem.

Kinds of released records want so many input records of the kinds they can stem from; each input
record may be wanted once. The largest flow through this network tells how many can be served.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.int64]


def unserved(wanted: ArrayLike, offered: ArrayLike, pairs: tuple[ArrayLike, ArrayLike]) -> int:
    """How many released records remain without an input record.

    Args:
        wanted: The number of records of each released kind.
        offered: The number of records of each input kind.
        pairs: Released kinds, and beside each an input kind that it can stem from.
    """
    want, offer = np.asarray(wanted, np.int64), np.asarray(offered, np.int64)
    released, given = (np.asarray(side, np.int64) for side in pairs)
    if not len(released):
        return int(want.sum())
    return int(want.sum()) - _largest_flow(want, offer, released, given)


def _largest_flow(want: Numbers, offer: Numbers, released: Numbers, given: Numbers) -> int:
    """From a source to the input kinds, on to the released kinds and to a sink."""
    # A heavy import that most checks do not need.
    from scipy.sparse import csr_array  # noqa: PLC0415
    from scipy.sparse.csgraph import maximum_flow  # noqa: PLC0415

    inputs, outputs = len(offer), len(want)
    source, sink = inputs + outputs, inputs + outputs + 1
    tails = np.concatenate((np.full(inputs, source), given, inputs + np.arange(outputs)))
    heads = np.concatenate((np.arange(inputs), inputs + released, np.full(outputs, sink)))
    room = np.concatenate((offer, np.minimum(offer[given], want[released]), want))
    cells = room.astype(np.int32), (tails.astype(np.int32), heads.astype(np.int32))
    network = csr_array(cells, shape=(sink + 1, sink + 1))
    return int(maximum_flow(network, source, sink).flow_value)
