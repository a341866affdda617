"""Numbers are never ordered as texts."""

import polars as pl
import pytest

from shoal import anonymize
from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.prepare.orders import missing_pivots, missing_types
from shoal.study.study import Study
from shoal.verify import verify_frames

COSTS = ["9", "10", "100", "2"] * 3
WARD = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}


def close(**column):
    promise = {"model": "t-closeness", "column": "costs", "t": 1, "distance": "ordered"}
    return {
        "columns": {"ward": WARD, "costs": {"role": "sensitive", **column}},
        "privacy": [promise],
        "acknowledge": ["near-unique:costs"],
    }


def table(costs):
    return pl.DataFrame({"ward": ["a"] * len(costs), "costs": pl.Series(costs, dtype=pl.String)})


@pytest.mark.parametrize(
    ("texts", "add"),
    [
        (COSTS, "`type: integer`"),
        (["1.5", "10", "9"] * 4, "`type: decimal`"),
        (["09", "10", "100"] * 4, "`type: integer`"),
        (["1.2.2020", "12.1.2019"] * 6, "`type: date`, `format: %d.%m.%Y`"),
        (["9", "10", "?"] * 4, "`type: integer`, `missing:"),
        (["9", "10", "90+"] * 4, "`type: ordered` with `order`"),
    ],
)
def test_an_order_of_numbers_needs_a_type(texts, add):
    with pytest.raises(StudyError, match="orders its values") as error:
        anonymize(table(texts), close())
    assert add in str(error.value)


def test_with_its_type_it_is_ordered_by_numbers():
    release = anonymize(table(COSTS), close(type="integer"))
    assert release.table.height == len(COSTS)


def test_texts_keep_the_order_of_texts():
    assert anonymize(table(["a", "b", "c"] * 4), close()).table.height == 12


def test_a_missing_value_has_no_place_in_an_order():
    with pytest.raises(StudyError, match="no place in the order"):
        anonymize(table([*COSTS, None]), close(type="integer"))


@pytest.mark.parametrize(("costs", "column"), [(COSTS, {}), ([*COSTS, None], {"type": "integer"})])
def test_the_verifier_does_not_take_the_order_of_texts(costs, column, tmp_path):
    verdict = verify_frames(close(**column), tmp_path, table(costs), table(costs))
    found = next(one for one in verdict.findings if one.model == "t-closeness")
    assert found.holds == "not_checked"


@pytest.mark.parametrize(
    "keys",
    [
        {"hierarchy": {"builder": "ordered-groups", "groups": [2]}},
        {"hierarchy": {"builder": "priorities", "keep": "lowest"}},
    ],
)
def test_groups_and_priorities_need_a_type_too(keys):
    columns = {"age": {"role": "quasi-identifier", **keys}, "ward": WARD}
    study = {"columns": columns, "privacy": [{"model": "k-anonymity", "k": 2}]}
    given = pl.DataFrame({"age": ["9", "10", "100", "2"], "ward": ["a"] * 4})
    with pytest.raises(StudyError, match="Add `type: integer`"):
        anonymize(given, study)
    columns["age"]["type"] = "integer"
    assert anonymize(given, study).table.height == 4


@pytest.mark.parametrize("function", ["median", "interval"])
def test_medians_and_intervals_are_those_of_numbers(function):
    age = {"role": "quasi-identifier", "aggregate": {"function": function}}
    study = {
        "columns": {"age": age, "ward": WARD},
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }
    given = pl.DataFrame({"age": ["9", "10", "100"], "ward": ["a"] * 3})
    shown = anonymize(given, study).table["age"].unique().to_list()
    assert shown == {"median": ["10"], "interval": ["[9, 100]"]}[function]


def test_what_a_study_must_add_is_proposed():
    study = close()
    study["columns"]["born"] = {"role": "sensitive", "type": "date", "format": "%d.%m.%y"}
    given = Table(table(COSTS).with_columns(born=pl.lit("01.02.65")))
    assert set(missing_pivots(study)) == {"born"}
    study["columns"]["born"]["pivot"] = 2026
    assert missing_pivots(study) == {}
    assert missing_types(Study.of(study), given) == {"costs": {"type": "integer"}}
