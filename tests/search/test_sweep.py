"""A sweep knows the class sizes of every candidate, as if each had been grouped on its own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal.search.frontier.sweep as rules
from bridge import problem_of
from golden.tables import column
from laws.questions import questions
from reference import Column, Question
from shoal.engine.grouping import group
from shoal.errors import Canceled
from shoal.progress import ignore_progress
from shoal.search.exact.tables import tables_of
from shoal.search.frontier.sweep import sweep
from shoal.search.frontier.unit_sums import unit_sums

NAMES = ("age", "zip", "race", "length_of_stay", "sex")


def swept(problem, largest=7, threads=1, watch=ignore_progress):
    """A sweep, and how its sums are packed."""
    tables = tables_of(problem.encoded, problem.lattice)
    sums = unit_sums(problem.quality.separable(problem.encoded), tables, problem.lattice)
    return sweep(tables, sums.lookups, largest, threads, watch), sums


def check_against_grouping(problem, largest, found, sums, some=None):
    """Compare candidates with what plain grouping says about them."""
    covers = problem.quality.separable(problem.encoded).covers
    for at in range(problem.lattice.size) if some is None else some:
        levels = problem.lattice.at(at)
        classes = group(problem.encoded, levels)
        size = classes.sizes
        entries = slice(found.first[at], found.last[at])
        wanted = np.unique(size[size <= largest])
        assert found.sizes[entries].tolist() == wanted.tolist()
        records, units = sums.unpack(found.sums[entries])
        assert records.tolist() == [size[size <= most].sum() for most in wanted]
        for place, level in enumerate(levels):
            codes = problem.encoded.layout.field(classes.keys, place)
            covered = size * covers[place][level][codes]
            assert units[:, place].tolist() == [covered[size <= most].sum() for most in wanted]
        assert found.beyond[at] == min(size[size > largest], default=0)


@pytest.fixture(scope="module")
def discharge():
    """Five columns of the built-in example."""
    return problem_of(Question(tuple(column("discharge", name) for name in NAMES), 5, "0.05"))


@given(questions(), st.sampled_from([1, 3, 300]), st.integers(0, 9), st.sampled_from([1, 5, 1024]))
@settings(max_examples=30)
def test_every_candidate_is_as_if_grouped_on_its_own(question, largest, inner, piece):
    problem = problem_of(question)
    with pytest.MonkeyPatch.context() as patch:  # other cuts of keys and lattice, same result
        patch.setattr(rules, "INNER", inner)
        patch.setattr(rules, "PIECE", piece)
        found, sums = swept(problem, largest)
    check_against_grouping(problem, largest, found, sums)


def test_a_real_table_is_as_if_grouped(discharge):
    found, sums = swept(discharge, 255)
    some = np.random.default_rng(3).choice(discharge.lattice.size, 40, replace=False)
    check_against_grouping(discharge, 255, found, sums, [0, *some, discharge.lattice.size - 1])


@pytest.mark.parametrize("lie", ["sizes", "sums", "beyond"])
def test_the_check_catches_a_sweep_that_is_wrong_in_one_place(lie):
    problem = problem_of(Question((column("toy", "age"), column("toy", "sex")), 2))
    found, sums = swept(problem, 2)
    wrong = getattr(found, lie).copy()
    wrong.reshape(-1)[-1] += 1
    with pytest.raises(AssertionError):
        check_against_grouping(problem, 2, replace(found, **{lie: wrong}), sums)


def arrays(found):
    return [found.first, found.last, found.sizes, found.sums, found.beyond]


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(discharge, threads, monkeypatch):
    monkeypatch.setattr(rules, "PIECE", 16)
    alone, _ = swept(discharge, 255, 1)
    together, _ = swept(discharge, 255, threads)
    assert all(map(np.array_equal, arrays(alone), arrays(together)))


def test_the_way_it_is_cut_changes_nothing_that_is_known(discharge, monkeypatch):
    plain, _ = swept(discharge, 63)
    monkeypatch.setattr(rules, "INNER", 0)
    monkeypatch.setattr(rules, "PIECE", 10**9)
    other, _ = swept(discharge, 63)
    for k in (2, 5, 20, 64):
        cuts = plain.cut(k), other.cut(k)
        assert np.array_equal(plain.before(cuts[0]), other.before(cuts[1]))
        assert np.array_equal(plain.smallest(cuts[0]), other.smallest(cuts[1]))


def test_it_tells_how_far_it_is_and_stops_when_asked(discharge, monkeypatch):
    monkeypatch.setattr(rules, "PIECE", 16)
    signs = []

    def stop(sign):
        signs.append(sign)
        raise Canceled("enough")

    with pytest.raises(Canceled):
        swept(discharge, threads=2, watch=stop)
    assert len(signs) == 1
    swept(discharge, threads=2, watch=signs.append)
    assert signs[-1].done == signs[-1].total > 1


@pytest.mark.parametrize("columns", [1, 14, 40, 63])
def test_any_number_of_columns_fits(columns):
    free, fixed = (("x", "*"), ("y", "*")), (("x",), ("y",))
    values = [("x", "y", "x", "x", "y"), ("y", "y", "x", "y", "x")]
    question = Question(
        tuple(Column(f"c{at}", values[at % 2], free if at < 6 else fixed) for at in range(columns)),
        2,
    )
    problem = problem_of(question)
    check_against_grouping(problem, 3, *swept(problem, 3))


@pytest.mark.parametrize("bits", [2, 12, 16])
def test_columns_may_have_many_values(bits):
    values = tuple(map(str, range(1 << bits)))
    rows = tuple((value, value[-1], "*") for value in values)
    question = Question((Column("many", values, rows), Column("more", values[::-1], rows)), 2)
    problem = problem_of(question)
    check_against_grouping(problem, 9, *swept(problem, 9))
