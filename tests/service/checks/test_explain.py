"""Ten studies without release: each proposed change succeeds, one step less of it fails."""

import copy
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError
from shoal.pipeline.prepare.explain import NoRelease
from shoal.search.failure.relaxation import Kind
from shoal.service import verbs

RECORDS = 60
MASKED = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
REMOVED = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
AS_IS = {"role": "quasi-identifier", "hierarchy": {"builder": "identity"}}


def table():
    random = np.random.default_rng(5)
    return pl.DataFrame(
        {
            "age": [str(value) for value in random.integers(20, 80, RECORDS)],
            "zip": [str(value) for value in random.integers(810, 846, RECORDS)],
            "sex": random.choice(["m", "f"], RECORDS).tolist(),
            "ward": random.choice(["a", "b", "b", "c", "c", "c"], RECORDS).tolist(),
            "shift": random.choice(["day", "day", "day", "night"], RECORDS).tolist(),
        }
    )


def study(k, limit=0.0, **columns):
    promises = [{"model": "k-anonymity", "k": each} for each in np.atleast_1d(k).tolist()]
    return {"columns": columns, "privacy": promises, "suppression_limit": limit}


STUDIES = {
    "age is not coarse enough": study(3, age={**MASKED, "max_level": 0}, sex=REMOVED),
    "two columns are not coarse enough": study(
        4, age={**MASKED, "max_level": 1}, zip={**MASKED, "max_level": 1}, sex=REMOVED
    ),
    "a column has no hierarchy": study(25, ward=AS_IS, sex=REMOVED),
    "the only column has no hierarchy": study(16, ward=AS_IS),
    "two columns have no hierarchy": study(12, 0.01, ward=AS_IS, shift=AS_IS, age=MASKED),
    "k is close to the number of records": study(59, 0.1, ward=AS_IS, sex=REMOVED, age=MASKED),
    "two promises about size": study([3, 30], ward=AS_IS, age={**MASKED, "max_level": 1}),
    "nothing may be generalized": study(
        2, age={**MASKED, "max_level": 0}, zip={**MASKED, "max_level": 0}
    ),
    "a limit that is one record short": study(
        5, "0.05", age={**MASKED, "max_level": 1}, ward=AS_IS
    ),
    "levels between two bounds": study(
        6,
        0.05,
        zip={**MASKED, "min_level": 1, "max_level": 2},
        sex=AS_IS,
        shift=REMOVED,
        ward=AS_IS,
    ),
}


def patched(keys, patch):
    """The keys after a merge patch (RFC 7386)."""
    keys = copy.deepcopy(keys)
    for key, value in patch.items():
        if value is None:
            keys.pop(key, None)
        else:
            old = keys.get(key)
            nested = isinstance(value, dict) and isinstance(old, dict)
            keys[key] = patched(old, value) if nested else value
    return keys


def one_step_less(keys, relaxation):
    """Every study that changes one step less than a relaxation proposes."""
    change = copy.deepcopy(dict(relaxation.change))
    match relaxation.kind:
        case Kind.SUPPRESSION:
            allowed = int(Decimal(str(change["suppression_limit"])) * RECORDS)
            yield patched(keys, {"suppression_limit": (allowed - 1) / RECORDS})
        case Kind.PROMISE:
            largest = max(promise["k"] for promise in change["privacy"])
            asked = [min(promise["k"], largest + 1) for promise in keys["privacy"]]
            yield patched(keys, {"privacy": [{"model": "k-anonymity", "k": k} for k in asked]})
        case _:
            for name in change["columns"]:
                yield patched(keys, {"columns": _without(change["columns"], name)})


def _without(columns, name):
    """All changes but that of one column, which goes one level less far if it can."""
    keys = columns[name]
    others = {other: columns[other] for other in columns if other != name}
    level = keys.get("max_level") if isinstance(keys, dict) else None
    return others if level is None else {**others, name: {"max_level": level - 1}}


def explanation_of(keys):
    with pytest.raises(NoReleaseError) as caught:
        shoal.anonymize(table(), keys)
    assert isinstance(caught.value, NoRelease)
    return caught.value.explanation


@pytest.mark.parametrize("name", STUDIES)
def test_every_proposed_change_succeeds_and_one_step_less_fails(name):
    keys = STUDIES[name]
    explanation = explanation_of(keys)
    assert explanation.relaxations
    for relaxation in explanation.relaxations:
        release = shoal.anonymize(table(), patched(keys, relaxation.change))
        assert release.summary["suppressed_records"] == relaxation.suppressed
        for less in one_step_less(keys, relaxation):
            with pytest.raises(NoReleaseError):
                shoal.anonymize(table(), less)


def test_the_ten_studies_are_proposed_every_kind_of_change():
    found = {r.kind for keys in STUDIES.values() for r in explanation_of(keys).relaxations}
    assert found == set(Kind)


def test_a_change_that_is_too_large_is_caught(monkeypatch):
    """The check above is only worth something if it notices a step too many."""
    monkeypatch.setattr("shoal.search.failure.relaxing.smallest_share", lambda *_: Decimal("0.9"))
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        test_every_proposed_change_succeeds_and_one_step_less_fails("age is not coarse enough")


def test_the_message_names_promise_columns_and_changes_but_no_value(toy):
    text = (toy / "study.yaml").read_text()
    strict = text.replace("k: 2", "k: 4").replace(
        "hierarchy: age.csv", "hierarchy: age.csv, max_level: 0"
    )
    (toy / "study.yaml").write_text(strict)
    for verb in (verbs.check, lambda path: verbs.run(path, toy / "run")):
        with pytest.raises(NoReleaseError) as caught:
            verb(toy / "study.yaml")
        message = str(caught.value)
        assert "k-anonymity (k = 4)" in message
        assert "1. Allow `max_level: 2` for the column 'age'." in message
        assert not any(value in message for value in ("34", "45", "66", "70", "flu", "hiv"))
    assert not (toy / "run").exists()
