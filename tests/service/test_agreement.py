"""Whatever table and study: the run is refused with a reason, or it verifies.

Two implementations that share no code must agree on every release; a disagreement is a fault of
ours and would surface as a VerificationError.
"""

import tempfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import DataError, NoReleaseError, StudyError, VerificationError
from shoal.pipeline.release import apply as pipeline
from shoal.service import verbs

numbers = st.integers(-3, 60).map(str)
codes = st.text("AB9 *é,;\"'=@-\n", max_size=3).filter(lambda text: text == text.strip())
sexes = st.sampled_from(["m", "f", "?", "NA"])


def cells(values):
    known = values.filter(bool)
    return st.one_of(known, known, known, known, st.none())


records = st.fixed_dictionaries(
    {"age": cells(numbers), "sex": cells(sexes), "code": cells(codes), "note": cells(codes)}
)
tables = st.lists(records, min_size=1, max_size=8).map(lambda table: table * 3)
hierarchies = {
    "age": st.sampled_from(
        [
            {"builder": "intervals", "width": 5, "levels": 3},
            {"builder": "masking", "align": "right"},
            {"builder": "identity"},
        ]
    ),
    "sex": st.sampled_from([{"builder": "suppression"}, {"builder": "masking"}]),
    "code": st.sampled_from(
        [{"builder": "masking", "direction": "left-to-right", "padding": " "}, "code.csv"]
    ),
}


def column(name):
    keys = {"role": st.just("quasi-identifier"), "hierarchy": hierarchies[name]}
    more = {"min_level": st.integers(0, 1), "weight": st.sampled_from([0.5, 3])}
    if name == "sex":
        more["missing"] = st.just(["NA"])
    if name == "age":
        keys["type"] = st.just("integer")
    return st.fixed_dictionaries(keys, optional=more)


studies = st.fixed_dictionaries(
    {
        "columns": st.fixed_dictionaries(
            {**{name: column(name) for name in hierarchies}, "note": st.just({"role": "sensitive"})}
        ),
        "privacy": st.sampled_from([2, 3, 5]).map(lambda k: [{"model": "k-anonymity", "k": k}]),
        "suppression_limit": st.sampled_from([0, 0.1, 0.5, 1]),
        "output": st.fixed_dictionaries(
            {
                "suppressed": st.sampled_from(["left-out", "blank", "keep-values"]),
                "format": st.sampled_from(["csv", "parquet", "arrow"]),
                "neutralize_formulas": st.booleans(),
                "shuffle": st.booleans(),
            }
        ),
        "acknowledge": st.just(["near-unique:note", "looks-like-hash:note"]),
    }
)


def write(folder, table, keys):
    schema = dict.fromkeys(("age", "sex", "code", "note"), pl.String)
    frame = pl.DataFrame(table, schema=schema)
    frame.write_csv(folder / "data.csv")
    values = frame["code"].drop_nulls().unique().sort().to_list() or ["A"]
    lines = [f'"{value.replace(chr(34), 2 * chr(34))}";any' for value in values]
    (folder / "code.csv").write_text("\n".join(lines), encoding="utf-8")
    dialect = {"path": "data.csv", "separator": ",", "quote": '"', "decimal": "."}
    study = shoal.Study.of({**keys, "data": {**dialect, "encoding": "utf-8"}}, folder)
    return frame, study


def check_agreement(table, keys):
    with tempfile.TemporaryDirectory() as name:
        frame, study = write(Path(name), table, keys)
        try:
            shoal.anonymize(frame, study)
            verbs.run(study, Path(name) / "run")
            assert verbs.verify_run(Path(name) / "run").holds
        except (DataError, NoReleaseError, StudyError):
            pass


slowly = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])


@slowly
@given(tables, studies)
def test_a_run_is_refused_with_a_reason_or_verifies(table, keys):
    check_agreement(table, keys)


def test_the_law_catches_a_release_that_was_tampered_with(monkeypatch):
    honest = pipeline.make_frame

    def swapped(*given):
        return honest(*given).with_columns(pl.col("note").reverse())

    monkeypatch.setattr(pipeline, "make_frame", swapped)
    table = [{"age": "34", "sex": "m", "code": "A", "note": str(n // 3)} for n in range(6)]
    keys = {
        "columns": {"age": {"role": "quasi-identifier"}, "note": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"shuffle": False},
    }
    table[0]["note"] = "x"
    with pytest.raises(VerificationError):
        check_agreement(table[:5], keys)
