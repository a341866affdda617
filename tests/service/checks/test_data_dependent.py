"""`check` says which hierarchies depend on records that are left out, and which mean nothing."""

import polars as pl
import pytest

import shoal

CITIES = ["Ulm", "Aalen", "Worms", "Trier", "Mainz", "Fulda", "Gotha"]


def warnings(tmp_path, values, hierarchy=None):
    pl.DataFrame({"x": values}).write_csv(tmp_path / "data.csv")
    column = {"role": "quasi-identifier", **({"hierarchy": hierarchy} if hierarchy else {})}
    keys = {"data": "data.csv", "columns": {"x": column}}
    keys |= {"privacy": [{"model": "k-anonymity", "k": 2}]}
    return shoal.check(shoal.Study.of(keys, tmp_path))


@pytest.mark.parametrize(
    ("hierarchy", "what"),
    [
        ({"builder": "ordered-groups", "groups": [2]}, "which values occur in all records"),
        ({"builder": "priorities"}, "how often values occur in all records"),
        (None, "All records decided which were chosen"),
    ],
)
def test_a_hierarchy_that_other_records_decide_is_told(tmp_path, hierarchy, what):
    assert any(what in sentence for sentence in warnings(tmp_path, CITIES * 3, hierarchy))


@pytest.mark.parametrize(
    "hierarchy", [{"builder": "masking"}, {"builder": "suppression"}, {"builder": "identity"}]
)
def test_nothing_is_told_about_others(tmp_path, hierarchy):
    found = warnings(tmp_path, CITIES * 3, hierarchy)
    assert not any("left out" in sentence for sentence in found)


def test_groups_without_meaning_are_told_with_the_command_to_edit_them(tmp_path):
    often = [city for at, city in enumerate(CITIES) for _ in range(3 * at + 2)]
    told = [one for one in warnings(tmp_path, often) if "nothing is known" in one]
    assert len(told) == 1
    assert "shoal hierarchy export STUDY --column 'x'" in told[0]


def test_groups_with_meaning_are_not(tmp_path):
    countries = ["Peru", "Chile", "India", "China", "Japan", "France", "Spain"] * 4
    assert not any("nothing is known" in one for one in warnings(tmp_path, countries))


def test_a_run_says_it_too(tmp_path):
    often = [city for at, city in enumerate(CITIES) for _ in range(3 * at + 2)]
    warnings(tmp_path, often)
    keys = {"data": "data.csv", "columns": {"x": {"role": "quasi-identifier"}}}
    keys |= {"privacy": [{"model": "k-anonymity", "k": 2}]}
    summary = shoal.run(shoal.Study.of(keys, tmp_path), tmp_path / "run")["summary"]
    assert any("nothing is known" in sentence for sentence in summary["warnings"])
