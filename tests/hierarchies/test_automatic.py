"""A hierarchy for any column: which builder is chosen for which values."""

from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import polars as pl
import pytest
from hypothesis import given

from shoal.hierarchies import Hierarchy, builders
from shoal.hierarchies import build_hierarchy as built_by
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.dates import Dates
from shoal.hierarchies.intervals import Intervals
from shoal.hierarchies.masking import Masking
from shoal.hierarchies.suppression import Suppression


def series(values):
    return pl.Series(values, dtype=pl.String)


def chosen(values, **known):
    return Automatic().choose(series(values), **known)


def built(values, **known):
    column = series(values)
    return chosen(values, **known).build(column.drop_nulls().unique().sort())


def numbers(count, seed=3):
    return [str(value) for value in np.random.default_rng(seed).integers(18, 90, count)]


def labels(hierarchy: Hierarchy, value: str) -> list[str]:
    row = hierarchy.rows(series([value]))[0]
    return [level[int(row)] for level in hierarchy.levels]


@pytest.mark.parametrize(
    ("values", "known", "builder"),
    [
        (["f", "m", "f"], {}, Suppression),
        (["1", "2", "1"], {"type": "integer"}, Suppression),
        (["true", "false"] * 9, {"type": "boolean"}, Suppression),
        (numbers(500), {}, Intervals),
        ([f"{value / 8}" for value in range(200)], {"type": "decimal"}, Intervals),
        ([f"0{value}" for value in range(1000, 1100)], {}, Masking),
        ([f"81{value}" for value in range(100, 300)], {}, Masking),
        ([f"81{value}" for value in range(100, 300)], {"type": "integer"}, Intervals),
        ([f"19{year}-0{month}-11" for year in range(50, 99) for month in range(1, 10)], {}, Dates),
        ([None, None], {}, Suppression),
        (["only"] * 30, {}, Suppression),
    ],
)
def test_the_builder_fits_the_values(values, known, builder):
    assert type(chosen(values, **known)) is builder


def test_a_study_can_name_it():
    assert builders.build({"builder": "automatic", "levels": 3}) == Automatic(levels=3)


def test_the_same_values_in_another_order_give_the_same_hierarchy():
    values = [name for name in "abcdefghijkl" for _ in range(ord(name) - 90)]
    one, other = built(values), built(values[::-1])
    assert [level.to_list() for level in one.levels] == [level.to_list() for level in other.levels]


def test_a_date_becomes_month_quarter_year_decade():
    years, months = (1987, 1991, 1999, 2003), range(1, 13)
    days = [f"{y}-{m:02}-{d:02}" for y in years for m in months for d in (1, 17, 28)]
    assert labels(built(days), "1999-11-17") == [
        *("1999-11-17", "11/1999", "Q4 1999", "1999", "[1990, 2000[", "*")
    ]


def test_a_time_of_day_goes_first_and_no_zone_moves_the_day():
    moments = [
        f"20{year:02}-12-31T23:{minute}:00-08:00" for year in range(30) for minute in (10, 40)
    ]
    assert labels(built(moments), moments[0])[1] == "31.12.2000"


def test_german_dates_are_dates():
    days = [f"{day:02}.{month:02}.1980" for month in range(1, 13) for day in (1, 9, 20)]
    assert labels(built(days), "09.02.1980") == ["09.02.1980", "02/1980", "Q1 1980", "*"]


def test_diagnoses_become_their_category():
    codes = ["C25.0", "C25.1", "C18.0", "C18.2", "C50", "I10", "E11.9", "E11.4", "E66.0"] * 4
    assert labels(built(codes), "C25.1") == ["C25.1", "C25.-", "C15-C26", "II", "*"]


def test_diagnoses_of_two_editions_become_their_first_characters():
    codes = ["C25.0", "C25.1", "C18.0", "250.83", "250.01", "276", "V57", "E888"] * 4
    assert labels(built(codes), "C25.1") == ["C25.1", "C25.-", "C…", "*"]


def test_diagnoses_of_the_ninth_revision_keep_e_and_v_codes_apart():
    codes = ["250.83", "250.01", "276", "V57", "V45.1", "E888", "E888.1", "428"] * 4
    assert labels(built(codes), "E888.1")[1] == "E888.-"
    assert labels(built(codes), "V45.1")[1] == "V45.-"


def test_a_column_of_spaced_values_is_kept_or_removed_as_a_whole():
    """Files of hierarchies trim their values, so such values could not be listed in one."""
    values = [f" kind {letter} " for letter in "abcdefgh" for _ in range(20)]
    assert chosen(values) == Suppression()


def test_an_ordered_column_keeps_its_neighbors_together():
    order = ("low", "medium", "high", "severe")
    made = built([*order] * 10, type="ordered", order=order)
    assert labels(made, "high")[1] == "high … severe"
    assert labels(made, "low")[1] == "low … medium"


@pytest.mark.parametrize("levels", [1, 2, 3, 6])
@pytest.mark.parametrize(
    "values",
    [
        numbers(400),
        [f"{value:08}" for value in range(0, 80_000, 71)],
        [f"18{year}-01-0{day}" for year in range(10, 99) for day in range(1, 9)],
        [f"name {chr(97 + n % 26)}{n % 7}" for n in range(2000)],
        ["A01.1", "A02.2", "B01", "B02.3", "C01", "C77.0"] * 9,
    ],
    ids=["numbers", "codes", "dates", "names", "diagnoses"],
)
def test_no_more_levels_than_asked_for_and_a_root_on_top(values, levels):
    column = series(values)
    made = built_by(Automatic(levels=levels), column)
    assert made.height <= levels
    assert made.has_root


anything = st.one_of(
    st.text(max_size=6).filter(bool),
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=2).map(str),
    st.dates().map(str),
    st.sampled_from(["*", "other", "(other)", "…", "a … b", "C25.0", "E888", "00", "1e5", "-0"]),
)
alike = st.sampled_from([st.integers(0, 99).map(str), st.dates().map(str), anything])
columns = alike.flatmap(lambda values: st.lists(values, min_size=1, max_size=60))


def wrong_with(values, hierarchy):
    """What no automatic hierarchy may be: incomplete, without a root, or not reduced upward."""
    known = series(values).unique().sort()
    sizes = [len(labels) for labels in hierarchy.labels]
    checks = {
        "values have no row": (hierarchy.rows(known) >= 0).all(),
        "no root": hierarchy.has_root,
        "a level is not coarser": all(a >= b for a, b in pairwise(sizes)),
    }
    return [problem for problem, holds in checks.items() if not holds]


@given(values=columns, levels=st.integers(1, 7))
def test_any_column_gets_a_hierarchy_that_has_every_value_and_a_root(values, levels):
    made = built_by(Automatic(levels=levels), series(values))
    assert wrong_with(values, made) == []
    again = built_by(Automatic(levels=levels), series(values[::-1]))
    assert all(a.equals(b) for a, b in zip(made.levels, again.levels, strict=True))


def test_the_law_catches_hierarchies_that_are_not_complete():
    lie = Hierarchy.of([["a", "b"], ["x", "y"]], "lie")
    assert wrong_with(["a", "c"], lie) == ["values have no row", "no root"]
