"""Laws of the lattice: what is above, what comes first, how many there are."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from laws.lies import is_caught
from shoal.engine.lattice import Lattice

bounds = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4)


def lattice_of(pairs, kind=Lattice):
    return kind(tuple(min(pair) for pair in pairs), tuple(max(pair) for pair in pairs))


def obeys(lattice):
    candidates = list(lattice)
    assert len(candidates) == len(set(candidates)) == lattice.size
    assert [lattice.at(place) for place in range(lattice.size)] == candidates
    assert candidates[0] == lattice.minimum
    assert candidates[-1] == lattice.maximum
    place = {levels: at for at, levels in enumerate(candidates)}
    for levels in candidates:
        assert levels in lattice
        for above in lattice.successors(levels):
            assert place[above] > place[levels]
            assert sum(above) == sum(levels) + 1
            assert all(high >= low for high, low in zip(above, levels, strict=True))
    reachable = {above for levels in candidates for above in lattice.successors(levels)}
    assert reachable == set(candidates) - {lattice.minimum}


@given(bounds)
def test_every_candidate_is_reached_step_by_step_and_never_before_its_predecessors(pairs):
    obeys(lattice_of(pairs))


@dataclass(frozen=True)
class Skipping(Lattice):
    """A lattice whose last column climbs two steps at once."""

    def successors(self, levels):
        for above in super().successors(levels):
            yield (*above[:-1], min(above[-1] + (above[-1] != levels[-1]), self.maximum[-1]))


@dataclass(frozen=True)
class Backward(Lattice):
    """A lattice that starts at its top."""

    def __iter__(self):
        return reversed(list(super().__iter__()))


def test_a_skipped_level_and_a_wrong_order_are_caught():
    for lie in (Skipping, Backward):
        assert is_caught(lambda pairs, lie=lie: obeys(lattice_of(pairs, lie)), bounds)
