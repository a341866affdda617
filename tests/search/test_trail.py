"""The memory of a search: what was seen, how it got better, when to stop."""

from unittest.mock import patch

import numba
import pytest

from shoal.engine.compiling import _Compiling, compile_seconds
from shoal.progress import ignore_progress
from shoal.search.anytime.trail import Limits, Stopped, Trail
from wide import generated

TOP, BELOW = (3, 3, 3), (3, 3, 2)


def trail_of(**limits):
    return Trail(generated(3), ignore_progress, Limits(**limits))


def test_a_candidate_is_seen_once():
    trail = trail_of()
    assert trail.look(TOP) is trail.look(TOP)
    assert trail.candidates_checked == 1


def test_each_improvement_is_kept_with_its_time():
    trail = trail_of()
    trail.start()
    for levels in (TOP, BELOW, TOP):
        trail.look(levels)
    (first, one, high), (second, two, low) = trail.history
    assert (one, two) == (1, 2)
    assert first <= second
    assert high > low == trail.score.loss


def test_the_limit_of_candidates_stops_before_the_next():
    trail = trail_of(candidates=1)
    trail.look(TOP)
    trail.look(TOP)  # known: costs nothing
    with pytest.raises(Stopped):
        trail.look(BELOW)


def test_the_clock_counts_from_its_start():
    trail = trail_of(seconds=1e-9)
    trail.look(TOP)
    assert not trail.is_over
    trail.start()
    with pytest.raises(Stopped):
        trail.look(BELOW)


def test_a_proof_only_grows():
    trail = trail_of()
    trail.look(TOP)
    trail.prove(0.5)
    trail.prove(0.2)
    assert trail.proven == 0.5
    assert not trail.is_proven
    trail.prove(trail.score.loss)
    assert trail.is_proven


def test_what_was_forgotten_still_counts():
    with patch("shoal.search.anytime.trail.MEMORY", 4):
        trail = trail_of()
        for levels in trail.problem.lattice:
            trail.look(levels)
    assert trail.candidates_checked == trail.problem.lattice.size == 64
    assert len(trail.seen) <= 5


def test_compiling_a_kernel_is_not_searching():
    compiled = iter([3.0, 63.0])
    trail = trail_of(seconds=5.0)
    trail.look(TOP)
    with (
        patch("shoal.search.anytime.trail.monotonic", iter([100.0, 162.0]).__next__),
        patch("shoal.search.anytime.trail.compile_seconds", lambda: next(compiled)),
    ):
        trail.start()
        assert trail.seconds == 2.0


def test_time_is_added_up_while_kernels_are_compiled():
    clock = iter([10.0, 12.0, 30.0])
    counted = _Compiling()
    with patch("shoal.engine.compiling.monotonic", lambda: next(clock)):
        counted.on_start(None)
        counted.on_start(None)  # a kernel inside another one
        assert counted.seconds == 2.0
        counted.on_end(None)
        counted.on_end(None)
    assert counted.seconds == 20.0


def test_the_compiler_tells_when_it_works():
    before = compile_seconds()
    numba.njit(lambda one: one * 3 + 1)(2)
    assert compile_seconds() > before
