"""The compiled search for promises about values, where tables are large or room is short."""

from decimal import Decimal
from unittest.mock import patch

import numpy as np
import polars as pl
import pytest

from bridge import answer_of
from burdens import burdens_of
from shoal.engine.classes import classes_of
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.errors import NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.exact.sensitive import check_of
from shoal.search.exact.spare import Spare
from shoal.search.optimal import compiled_form

VALUES = 300
PROMISES = [
    {"model": "distinct-l-diversity", "l": 40},
    {"model": "entropy-l-diversity", "l": 75},
    {"model": "entropy-l-diversity", "l": 75, "estimator": "grassberger", "leading": "ln"},
    {"model": "recursive-l-diversity", "l": 12, "c": 0.2},
    {"model": "t-closeness", "t": 0.05, "distance": "ordered"},
    {"model": "t-closeness", "t": 0.3, "distance": "equal"},
    {"model": "t-closeness", "t": 0.2, "distance": "hierarchical"},
    {"model": "delta-disclosure", "delta": 3.5},
    {"model": "basic-beta-likeness", "beta": 12},
]


def number(width, count):
    """Texts of the numbers below `count`, in groups of 1, `width`, and all."""
    leaves = [f"{at:04}" for at in range(count)]
    return Hierarchy.of([leaves, [f"{at // width}-" for at in range(count)], ["*"] * count], "n")


@pytest.fixture(scope="module")
def table():
    """Two columns that say something about a third, which has hundreds of values."""
    random = np.random.default_rng(5)
    first, second = random.integers(0, 24, 20_000), random.integers(0, 12, 20_000)
    value = (10 * first + random.geometric(0.02, 20_000)) % VALUES
    other = random.integers(0, 3, 20_000)
    texts = {
        name: pl.Series(name, [f"{at:04}" for at in codes])
        for name, codes in {"a": first, "b": second, "ill": value, "job": other}.items()
    }
    return encode(
        {name: texts[name] for name in "ab"},
        {"a": number(4, 24), "b": number(3, 12)},
        sensitive={name: texts[name] for name in ("ill", "job")},
        trees={"ill": number(20, VALUES)},
    )


def promise(asked, column="ill"):
    return privacy_models.build({"column": column, **asked})


@pytest.mark.parametrize("asked", PROMISES, ids=str)
def test_kernels_decide_about_many_values_as_the_promise_does(table, asked):
    decided = set()
    for levels in Lattice((0, 0), (2, 2)):
        grouping = group(table, levels)
        burden = burdens_of(table, grouping, promise(asked))
        broken = promise(asked).violations(classes_of(table, grouping))
        assert (broken == (burden >= 0)).all()
        assert (burden <= grouping.sizes).all()
        decided |= set(broken.tolist())
    assert decided == {True, False}


@pytest.mark.parametrize("asked", PROMISES, ids=str)
@pytest.mark.parametrize("limit", ["0", "0.3", "1"])
def test_the_search_is_exhaustive(table, asked, limit):
    question = problem(table, limit, asked)
    assert compiled_form(question) is not None
    found, wanted = answer_of(question, "optimal"), answer_of(question, "exhaustive")
    assert (found.levels, found.loss) == (wanted.levels, wanted.loss)


def problem(table, limit, *asked, low=(0, 0), high=(2, 2), loss="loss"):
    promises = tuple(promise(one, one.get("column", "ill")) for one in asked)
    quality = quality_models.build({"model": loss})
    return Problem(table, Lattice(low, high), promises, quality, Decimal(limit))


@pytest.mark.parametrize("loss", ["loss", "non-uniform-entropy"])
@pytest.mark.parametrize("low", [(0, 0), (1, 0)])
def test_two_columns_are_promised_at_once(table, loss, low):
    asked = (PROMISES[0], {"model": "t-closeness", "t": 0.1, "column": "job"})
    question = problem(table, "0.4", *asked, low=low, loss=loss)
    found, wanted = answer_of(question, "optimal"), answer_of(question, "exhaustive")
    assert (found.levels, found.loss) == (wanted.levels, wanted.loss)
    assert (found.suppressed == wanted.suppressed).all()
    lost = [problem(table, "1", alone).candidate(found.levels).suppressed for alone in asked]
    if low == (0, 0) and loss == "non-uniform-entropy":  # each promise breaks classes of its own
        assert (lost[0] & ~lost[1]).any()
        assert (lost[1] & ~lost[0]).any()


@pytest.mark.parametrize("store", [0, 30_000])
def test_room_for_few_entries_changes_nothing(table, store):
    question = problem(table, "0.4", PROMISES[4])
    wanted = answer_of(question, "optimal")
    contents = "shoal.search.exact.contents"
    with patch(f"{contents}.STORE", store), patch(f"{contents}.SPARE", Spare(np.int64, np.uint64)):
        found = answer_of(question, "optimal")
    assert (found.levels, found.candidates_checked) == (wanted.levels, wanted.candidates_checked)


def test_the_impossible_is_said_with_the_fewest_that_were_seen(table):
    question = problem(table, "0.1", {"model": "t-closeness", "t": 0.01}, high=(1, 1))
    fewest = min(question.candidate(levels).suppressed_records for levels in question.lattice)
    with pytest.raises(NoReleaseError, match=f"would suppress {fewest:,}"):
        answer_of(question, "optimal")


def test_classes_too_small_for_a_promise_are_known_beforehand(table):
    assert check_of(promise(PROMISES[0]), table).size == 40
    assert check_of(promise({"model": "recursive-l-diversity", "l": 3, "c": 0.25}), table).size == 6
    half = encode(
        {"a": pl.Series("a", ["x"] * 4)},
        {"a": Hierarchy.of([["x"]], "a")},
        sensitive={"ill": pl.Series("ill", ["u", "u", "v", "w"])},
    )
    # Shares 1/2, 1/4, 1/4: one record is 1/2 away, two records 1/4, four records are exact.
    sizes = [check_of(promise({"model": "t-closeness", "t": t}), half).size for t in (0.5, 0.25, 0)]
    assert sizes == [1, 2, 4]
    # Caps 1, 1/2, 1/2: one record may have the common value. Caps 3/4, 3/8, 3/8: of three, 2 and 1.
    assert check_of(promise({"model": "basic-beta-likeness", "beta": 1}), half).size == 1
    assert check_of(promise({"model": "basic-beta-likeness", "beta": 0.5}), half).size == 3
