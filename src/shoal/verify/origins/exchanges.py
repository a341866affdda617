"""Exchanges that serve one more record: the largest flow (Dinic 1970), compiled.

A kind that misses records takes one from a kind that can have another one instead, and so on until
one is free. Rounds look for the shortest such chains; where there is none, no assignment is better.
It is compiled here, not by the engine's `kernel`, because the verifier shares no code with it.
"""

from collections.abc import Callable
from typing import TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., object])
# A compiled function is called like the one it was made from.
compiled: Callable[[Function], Function] = numba.njit(cache=True, nogil=True)  # type: ignore[assignment]
FAR = -1


@compiled
def exchange(
    asking: tuple[Numbers, Numbers],
    having: tuple[Numbers, Numbers, Numbers],
    taken: Numbers,
    missing: Numbers,
    free: Numbers,
) -> None:
    """Exchange until nobody can be served any more; changes the last three in place.

    Args:
        asking: Where the pairs of each released kind begin, and the input kind of each pair.
        having: Where those of each input kind begin in a list, the list of pairs by input kind,
            and the released kind of each pair.
        taken: The records of each pair.
        missing: What each released kind wants beyond that.
        free: What each input kind offers beyond that.
    """
    chain = np.empty(2 * len(missing) + 1, np.int64)
    served = True
    while served:
        served = False
        distances = _distances(asking, having, taken, missing, free)
        steps = distances, asking[0][:-1].copy(), having[0][:-1].copy()
        for kind in range(len(missing)):
            while missing[kind] > 0:
                length = _chain(kind, chain, asking, having, taken, free, *steps)
                if length == 0:
                    break
                _move(chain[:length], kind, asking[1], taken, missing, free)
                served = True


@compiled
def _distances(
    asking: tuple[Numbers, Numbers],
    having: tuple[Numbers, Numbers, Numbers],
    taken: Numbers,
    missing: Numbers,
    free: Numbers,
) -> tuple[Numbers, Numbers]:
    """How many steps released and input kinds are from one that misses records."""
    (starts, given), (firsts, pairs, released) = asking, having
    asks, asked = np.full(len(missing), FAR), np.full(len(free), FAR)
    line, end, farthest = np.empty(len(missing), np.int64), 0, 2 * len(missing)
    for kind in range(len(missing)):
        if missing[kind] > 0:
            asks[kind], line[end], end = 0, kind, end + 1
    at = 0
    while at < end and asks[line[at]] < farthest:  # chains that are longer wait for another round
        kind, at = line[at], at + 1
        for pair in range(starts[kind], starts[kind + 1]):
            source = given[pair]
            if asked[source] != FAR:
                continue
            asked[source] = asks[kind] + 1
            if free[source] > 0:
                farthest = asked[source]
            for place in range(firsts[source], firsts[source + 1]):
                other = released[pairs[place]]
                if asks[other] == FAR and taken[pairs[place]] > 0:
                    asks[other], line[end], end = asks[kind] + 2, other, end + 1
    return asks, asked


@compiled
def _chain(
    kind: int,
    chain: Numbers,
    asking: tuple[Numbers, Numbers],
    having: tuple[Numbers, Numbers, Numbers],
    taken: Numbers,
    free: Numbers,
    distances: tuple[Numbers, Numbers],
    next_asked: Numbers,
    next_had: Numbers,
) -> int:
    """A shortest chain from a kind to a free record, its pairs taken and given in turn.

    Pairs that lead nowhere are passed over for the rest of the round.
    """
    (starts, given), (firsts, pairs, released), (asks, asked) = asking, having, distances
    length, at = 0, kind
    while True:
        if next_asked[at] == starts[at + 1]:  # a dead end: one step back
            if length == 0:
                return 0
            length -= 2
            next_had[given[chain[length]]] += 1
            at = released[chain[length]]
            continue
        pair = next_asked[at]
        source = given[pair]
        if asked[source] != asks[at] + 1:
            next_asked[at] += 1
        elif free[source] > 0:
            chain[length] = pair
            return length + 1
        elif next_had[source] == firsts[source + 1]:
            next_asked[at] += 1
        else:
            other = pairs[next_had[source]]
            if taken[other] > 0 and asks[released[other]] == asked[source] + 1:
                chain[length], chain[length + 1] = pair, other
                length, at = length + 2, released[other]
            else:
                next_had[source] += 1


@compiled
def _move(
    chain: Numbers, kind: int, given: Numbers, taken: Numbers, missing: Numbers, free: Numbers
) -> None:
    """Move as many records along a chain as all of it allows."""
    end = given[chain[-1]]
    most = min(free[end], missing[kind])
    for pair in chain[1::2]:
        most = min(most, taken[pair])
    for pair in chain[::2]:
        taken[pair] += most
    for pair in chain[1::2]:
        taken[pair] -= most
    free[end] -= most
    missing[kind] -= most
