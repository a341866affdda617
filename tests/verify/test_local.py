"""A locally recoded release: honest ones pass, cells and records that are not theirs do not."""

import random

import polars as pl
import pytest

from shoal.verify import verify, verify_frames

AGES = {"34": "<50", "45": "<50", "66": ">=50", "70": ">=50"}
INPUT = [("34", "m"), ("34", "m"), ("66", "m"), ("70", "m"),
         ("45", "f"), ("45", "f"), ("66", "f"), ("70", "f")]  # fmt: skip
HONEST = [("34", "m"), ("34", "m"), (">=50", "m"), (">=50", "m"),
          ("45", "f"), ("45", "f"), (">=50", "f"), (">=50", "f")]  # fmt: skip
NAMES = ("age", "sex")


def frame(rows):
    return pl.DataFrame(rows, [(name, pl.String) for name in NAMES], orient="row")


@pytest.fixture
def study(tmp_path):
    rows = [f"{age};{group};*\n" for age, group in AGES.items()]
    (tmp_path / "age.csv").write_text("".join(rows))
    (tmp_path / "sex.csv").write_text("m;*\nf;*\n")
    frame(INPUT).write_csv(tmp_path / "data.csv")
    return {
        "data": {"path": "data.csv", "separator": ","},
        "columns": {
            name: {"role": "quasi-identifier", "hierarchy": f"{name}.csv"} for name in NAMES
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": "local",
    }


def in_file(tmp_path, study, rows):
    frame(rows).write_csv(tmp_path / "draft.csv")
    return verify(study, tmp_path, tmp_path / "draft.csv")


def in_memory(tmp_path, study, rows, suppressed=(False,) * 8):
    return verify_frames(study, tmp_path, frame(INPUT), frame(rows), pl.Series(suppressed))


def failed(verdict):
    return {finding.check for finding in verdict.failures}


def test_an_honest_release_passes(tmp_path, study):
    rows = random.Random(1).sample(HONEST, 8)
    assert in_file(tmp_path, study, rows).holds
    ordered = in_memory(tmp_path, study, HONEST)
    assert ordered.holds
    assert ordered.complete


def test_a_cell_that_is_no_ancestor_is_caught(tmp_path, study):
    rows = [("young", "m"), ("young", "m"), *HONEST[2:]]
    assert "cells" in failed(in_file(tmp_path, study, rows))
    assert "cells" in failed(in_memory(tmp_path, study, rows))


def test_records_that_cannot_stem_from_the_input_are_caught(tmp_path, study):
    # Each cell occurs, but there are only two men of 34.
    rows = [("34", "m"), ("34", "m"), ("34", "m"), *HONEST[3:]]
    assert failed(in_file(tmp_path, study, rows)) == {"records", "privacy"}
    swapped = [*HONEST[4:], *HONEST[:4]]
    assert in_file(tmp_path, study, swapped).holds
    assert failed(in_memory(tmp_path, study, swapped)) == {"records"}


def test_a_matching_is_found_where_the_first_choice_fails(tmp_path, study):
    rows = [("34", "*"), ("34", "*"), ("<50", "f"), ("<50", "f"), *[("*", "*")] * 4]
    assert in_file(tmp_path, study, random.Random(2).sample(rows, 8)).holds
    lie = [("34", "*"), ("34", "*"), ("34", "*"), ("<50", "f"), ("<50", "f"), *[("*", "*")] * 3]
    assert "records" in failed(in_file(tmp_path, study, lie))


def test_levels_outside_the_bounds_are_caught(tmp_path, study):
    study["columns"]["age"]["max_level"] = 0
    assert "cells" in failed(in_file(tmp_path, study, HONEST))


def test_classes_that_are_too_small_are_caught(tmp_path, study):
    rows = [("34", "m"), ("<50", "m"), *HONEST[2:]]
    assert failed(in_memory(tmp_path, study, rows)) == {"privacy"}


def test_too_many_suppressed_records_are_caught(tmp_path, study):
    rows = [*HONEST[:6]]
    assert "suppression" in failed(in_file(tmp_path, study, rows))
    assert in_file(tmp_path, {**study, "suppression_limit": 0.25}, rows).holds


def test_suppressed_records_that_show_cells_are_caught(tmp_path, study):
    mask = (*[False] * 6, True, True)
    limited = {**study, "suppression_limit": 0.25, "output": {"suppressed": "blank"}}
    assert failed(in_memory(tmp_path, limited, HONEST, mask)) == {"suppression"}
    blank = [*HONEST[:6], (None, None), (None, None)]
    assert in_memory(tmp_path, limited, blank, mask).holds


def test_the_order_of_the_input_is_noticed(tmp_path, study):
    many = [pair for pair in zip(INPUT, HONEST, strict=True) for _ in range(20)]
    random.Random(5).shuffle(many)
    frame([given for given, _ in many]).write_csv(tmp_path / "data.csv")
    released = [shown for _, shown in many]
    assert failed(in_file(tmp_path, study, released)) == {"order"}
    random.Random(6).shuffle(released)
    assert in_file(tmp_path, study, released).complete


def test_the_order_is_noticed_where_records_are_missing(tmp_path, study):
    many = [pair for pair in zip(INPUT, HONEST, strict=True) for _ in range(60)]
    random.Random(5).shuffle(many)
    frame([given for given, _ in many]).write_csv(tmp_path / "data.csv")
    limited = {**study, "suppression_limit": 0.5}
    released = [shown for _, shown in many if shown != ("45", "f")]
    assert failed(in_file(tmp_path, limited, released)) == {"order"}
    first_last = [*released[5:], *released[:5]]
    assert failed(in_file(tmp_path, limited, first_last)) == {"order"}
    random.Random(6).shuffle(released)
    assert in_file(tmp_path, limited, released).complete
    alike = [("*", "*")] * len(released)
    found = in_file(tmp_path, limited, alike)
    assert [one.check for one in found.findings if one.holds is not True] == ["order"]


def test_aggregates_are_those_of_the_classes_where_records_can_be_told_apart(tmp_path, study):
    study["columns"]["age"] = {
        "role": "quasi-identifier",
        "type": "integer",
        "aggregate": {"function": "mean"},
    }
    means = [("53.5", "*")] * 8
    assert in_memory(tmp_path, study, means).complete
    assert failed(in_memory(tmp_path, study, [("53.4", "*")] * 8)) == {"aggregates"}


def test_aggregates_in_a_shuffled_file_are_checked_where_members_are_known(tmp_path, study):
    study["columns"]["age"] = {
        "role": "quasi-identifier",
        "type": "integer",
        "aggregate": {"function": "mean"},
    }
    # All men are one class and all women are the other: nobody has a choice.
    means = [("51", "m")] * 4 + [("56.5", "f")] * 4
    assert in_file(tmp_path, study, random.Random(3).sample(means, 8)).holds
    swapped = [("56.5", "m")] * 4 + [("51", "f")] * 4
    assert failed(in_file(tmp_path, study, swapped)) == {"aggregates"}
    mixed = [("51", "m")] * 3 + [("56.5", "m")] + [("56.5", "f")] * 4
    assert "aggregates" in failed(in_file(tmp_path, study, mixed))


def test_aggregates_that_cannot_be_told_are_not_approved(tmp_path, study):
    study["columns"]["age"] = {
        "role": "quasi-identifier",
        "type": "integer",
        "aggregate": {"function": "mean"},
    }
    # Which men are in the class of both sexes, nobody can tell.
    rows = [("34", "m")] * 2 + [("56.5", "f")] * 2 + [("61", "*")] * 4
    verdict = in_file(tmp_path, study, rows)
    assert {one.check for one in verdict.findings if one.holds == "not_checked"} >= {"aggregates"}
