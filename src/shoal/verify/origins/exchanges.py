"""Exchanges that serve one more record: the largest flow (Dinic 1970), compiled.

A kind that misses records takes one from a kind that can have another one instead, and so on until
one is free. Rounds look for the shortest such chains; where there is none, no assignment is better.
It is compiled here, not by the engine's `kernel`, because the verifier shares no code with it.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., object])
# A compiled function is called like the one it was made from.
compiled: Callable[[Function], Function] = numba.njit(cache=True, nogil=True)  # type: ignore[assignment]
FAR = -1  # the distance of kinds that were not reached


class Flow(NamedTuple):
    """Released kinds that want records, input kinds that offer some, and who has taken what.

    A pair is a released kind and an input kind that it can stem from.

    Attributes:
        starts: Where the pairs of each released kind begin, and at last where they end.
        given: The input kind of each pair.
        firsts: Where the pairs of each input kind begin in `pairs`, and at last where they end.
        pairs: The pairs by input kind.
        released: The released kind of each pair.
        taken: The records of each pair.
        missing: What each released kind wants beyond that.
        free: What each input kind offers beyond that.
    """

    starts: Numbers
    given: Numbers
    firsts: Numbers
    pairs: Numbers
    released: Numbers
    taken: Numbers
    missing: Numbers
    free: Numbers


@compiled
def exchange(flow: Flow) -> None:
    """Exchange until nobody can be served any more.

    Changes `taken`, `missing` and `free` in place.
    """
    missing = flow.missing
    chain = np.empty(2 * len(missing) + 1, np.int64)
    served = True
    while served:
        served = False
        distances = _distances(flow)
        next_asked, next_had = flow.starts[:-1].copy(), flow.firsts[:-1].copy()
        for kind in range(len(missing)):
            while missing[kind] > 0:
                length = _chain(flow, kind, chain, distances, next_asked, next_had)
                if length == 0:
                    break
                _move(flow, kind, chain[:length])
                served = True


@compiled
def _distances(flow: Flow) -> tuple[Numbers, Numbers]:
    """How many steps released and input kinds are from one that misses records."""
    starts, given, firsts, pairs, released, taken, missing, free = flow
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
    flow: Flow,
    kind: int,
    chain: Numbers,
    distances: tuple[Numbers, Numbers],
    next_asked: Numbers,
    next_had: Numbers,
) -> int:
    """Write a shortest chain from a kind to a free record; return its length, 0 without one.

    The pairs of a chain are taken and given up in turn. Pairs that lead nowhere are passed over for
    the rest of the round.
    """
    starts, given, firsts, pairs, released, taken, _, free = flow
    asks, asked = distances
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
def _move(flow: Flow, kind: int, chain: Numbers) -> None:
    """Move as many records along a chain as all of it allows."""
    taken, missing, free = flow.taken, flow.missing, flow.free
    end = flow.given[chain[-1]]
    most = min(free[end], missing[kind])
    for pair in chain[1::2]:
        most = min(most, taken[pair])
    for pair in chain[::2]:
        taken[pair] += most
    for pair in chain[1::2]:
        taken[pair] -= most
    free[end] -= most
    missing[kind] -= most
