"""Class sizes 1, 1, 2, 3 and 5 (docs/theory/classes.md): which classes go, and in which order."""

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np
import polars as pl
import pytest

from bridge import answer_of
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.engine.size_histogram import SizeHistogram
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import Monotonic
from shoal.privacy.average_risk import AverageRisk
from shoal.privacy.delta_presence import DeltaPresence
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.sample_uniqueness import SampleUniqueness
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.problem.table_promises import smallest_to_remove, tells_nothing

SIZES = SizeHistogram.of(np.array([1, 1, 2, 3, 5]))
LETTERS = Hierarchy.of(
    [list("abcdefgh"), ["A", "B", "B", "C", "C", "C", "C", "C"], ["*"] * 8], "letter"
)
RECORDS = pl.Series(list("bacddeeefffff"))
LOSS = quality_models.build({"model": "loss"})


def problem(*promises, limit="1", **more):
    encoded = encode({"letter": RECORDS}, {"letter": LETTERS}, **more)
    return Problem(encoded, Lattice((0,), (2,)), promises, LOSS, Decimal(limit))


@pytest.mark.parametrize(
    ("promise", "size", "more"),
    [
        (AverageRisk(0.42), 1, 0),
        (AverageRisk(0.3), 1, 2),
        (AverageRisk(0.26), 2, 1),
        (SampleUniqueness(0.1), 1, 1),
        (SampleUniqueness(0.0), 1, 2),
        (AverageRisk(0.0), 5, 1),
    ],
)
def test_the_smallest_classes_go_and_no_more_than_needed(promise, size, more):
    assert smallest_to_remove([promise], SIZES) == (size, more)


def test_several_promises_go_on_until_all_hold():
    assert smallest_to_remove([SampleUniqueness(0.1), AverageRisk(0.3)], SIZES) == (1, 2)


def test_a_promise_that_removal_breaks_again_is_asked_at_every_size():
    asked = []

    @dataclass(frozen=True)
    class NotThree:
        monotonic: ClassVar[Monotonic] = Monotonic.NEVER

        def holds(self, sizes):
            asked.append(len(sizes))
            return len(sizes) in (3, 1)

    assert smallest_to_remove([NotThree()], SIZES) == (1, 2)
    assert asked[:2] == [5, 3]


def test_no_classes_keep_every_promise():
    assert smallest_to_remove([AverageRisk(0.0)], SizeHistogram.of(np.zeros(0, np.int64))) == (0, 0)


def gone(records, level):
    """The records that go so that at most a tenth is unique."""
    encoded = encode({"letter": records}, {"letter": LETTERS})
    asked = Problem(encoded, Lattice((0,), (2,)), (SampleUniqueness(0.1),), LOSS, Decimal(1))
    suppressed = asked.candidate((level,)).suppressed_tuples[encoded.tuple_of_record]
    return records.filter(pl.Series(suppressed)).to_list()


def test_between_classes_of_one_size_the_one_that_covers_less_goes_first():
    # b and a are unique, and one of them must go. At level 1, b covers two values and a only one.
    records = pl.Series(list("baddeeefffff"))
    assert gone(records, 1) == ["a"]
    assert gone(records, 0) == ["b"]  # both cover one value: b comes first


def test_promises_about_classes_come_first():
    found = problem(KAnonymity(2), AverageRisk(0.31), limit="1").candidate((0,))
    assert found.suppressed_records == 3  # the uniques; 3 classes of 10 records are left
    more = problem(KAnonymity(2), AverageRisk(0.26), limit="1").candidate((0,))
    assert more.suppressed_records == 5


def test_columns_that_all_show_one_label_tell_nothing():
    encoded = encode({"letter": RECORDS}, {"letter": LETTERS})
    assert not tells_nothing(encoded, (1,))
    assert tells_nothing(encoded, (2,))
    found = problem(AverageRisk(0.01), limit="0")
    assert found.candidate((2,)).suppressed_records == 0
    assert answer_of(found, "optimal").levels == (2,)


def test_a_veto_refuses_a_candidate_that_suppresses_nothing():
    everybody = pl.concat([RECORDS, pl.Series(["g"])])
    found = problem(DeltaPresence(0.1, 1.0), population={"letter": everybody})
    assert found.candidate((0,)).vetoed
    assert not found.accepts(found.candidate((0,)))
    assert found.accepts(found.candidate((1,)))
    assert answer_of(found, "optimal").levels == (1,)


def test_classes_of_the_population_alone_are_never_released():
    everybody = pl.concat([RECORDS, pl.Series(["g", "g", "h"])])
    found = problem(DeltaPresence(0.0, 1.0), population={"letter": everybody})
    outcome = answer_of(found, "optimal")
    assert outcome.class_sizes.tolist() == [1, 1, 1, 2, 3, 5]
    assert not outcome.suppressed.any()
