from math import log

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.risk.frequencies import frequencies
from shoal.risk.individual import individual_risk

cells = st.sampled_from(["a", "b", None])
tables = st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=25)


def frame(rows):
    return pl.DataFrame(rows, schema=dict.fromkeys("xyz", pl.String), orient="row")


def plain(rows, alpha):
    """By definition, record against record."""
    return [sum(_match(one, other, alpha) for other in rows) for one in rows]


def _match(one, other, alpha):
    if any(a != b for a, b in zip(one, other, strict=True) if None not in (a, b)):
        return 0
    owed = None in other and one != other
    return alpha if owed and _kind(one) != _kind(other) else 1


def _kind(row):
    return tuple(cell is None for cell in row)


@given(tables, st.sampled_from([0.0, 0.5, 1.0]))
def test_every_record_is_counted_as_defined(rows, alpha):
    assert frequencies(frame(rows), alpha=alpha).sample == pytest.approx(plain(rows, alpha))


def test_a_forgotten_wildcard_would_be_noticed():
    rows = [("a", "a", "a"), ("a", "a", None)]
    assert frequencies(frame(rows), alpha=0).sample.tolist() != plain(rows, 1)


def closed_form(count, weight):
    """Franconi and Polettini's formulas for one and two records."""
    odds = count / (weight - count)
    once = odds * log(weight / count)
    return once if count == 1 else odds * (1 - once)


@pytest.mark.needs("data")
def test_the_example_of_eight_records_has_the_risks_of_the_closed_forms(shared_data):
    table = pl.read_csv(shared_data / "sdc" / "sdcmicro_francdat.csv")
    found = frequencies(table.select("Key1", "Key2", "Key3", "Key4"), table["w"])
    assert found.sample.tolist() == [2, 2, 2, 1, 1, 1, 1, 2]
    assert found.population.tolist() == [110, 84.5, 84.5, 17, 541, 8, 5, 110]
    risks = individual_risk(found.sample, found.population)
    expected = map(closed_form, found.sample, found.population)
    assert risks == pytest.approx(list(expected))
