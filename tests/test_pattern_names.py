"""Names that Polars reads as patterns (`*`, `^.*$`, `^x$`) are names like others to Shoal."""

import ast
from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.data.files import write
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.stored.column_shape import column_shape
from shoal.server.stored.column_values import column_values
from shoal.server.stored.reading import read_here
from shoal.server.stored.uniqueness import uniqueness
from shoal.service.attack import attack
from shoal.service.compare import compare
from shoal.service.exports.mapping import export_mapping
from shoal.service.profile import profile_file
from shoal.service.risk import risk as risks
from shoal.study import text as study_text

AGE, SEX, REASON, MRN, X = "*", "^.*$", "^x$", "^mrn$", "x"
FRAME = pl.DataFrame(
    {
        AGE: [str(30 + n % 3 * 6) for n in range(60)],
        SEX: ["fm"[n // 3 % 2] for n in range(60)],
        REASON: ["abc"[n // 7 % 3] for n in range(60)],
        MRN: [f"{n:04}" for n in range(60)],
        X: [f"{n % 4}.5" for n in range(60)],
    }
)
COLUMNS = {
    AGE: {
        "role": "quasi-identifier",
        "type": "integer",
        "hierarchy": {"builder": "intervals", "width": 10},
    },
    SEX: {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    REASON: {"role": "sensitive"},
    MRN: {"role": "identifier"},
    X: {"role": "insensitive", "type": "decimal"},
}
STUDY = {
    "data": "t.csv",
    "columns": COLUMNS,
    "privacy": [
        {"model": "k-anonymity", "k": 3},
        {"model": "distinct-l-diversity", "l": 2, "column": REASON},
    ],
    "suppression_limit": 0.1,
}
METHOD = {"privacy": [], "suppression_limit": 0}
WAYS = {
    "search": {},
    "local": {"recoding": "local"},
    "blank": {"output": {"suppressed": "blank"}},
    "duckdb": {"engine": "duckdb"},
    "harmless": {"output": {"neutralize_formulas": True}},
    "records": {"subset": {"records": "part.csv"}},
    "query": {"subset": {"query": f'"{SEX}" = m'}},
    "population": {"population": {"table": "t.csv"}, "privacy": [{"model": "k-map", "k": 3}]},
    "people": {"person": MRN},
    "datafly": {**METHOD, "method": {"name": "datafly", "bin_size": 3}},
    "argus": {
        **METHOD,
        "method": {"name": "argus", "bin_size": 3, "identifying": {AGE: 1, SEX: 2}},
    },
    "suppression": {**METHOD, "method": {"name": "local-suppression", "bin_size": 3}},
    "subcombinations": {**METHOD, "method": {"name": "subcombinations", "bin_size": 3}},
    "mondrian": {**METHOD, "method": {"name": "mondrian", "k": 3}},
    "mean": {
        "columns": COLUMNS
        | {X: {"role": "quasi-identifier", "type": "decimal", "aggregate": {"function": "mean"}}}
    },
    "pseudonyms": {
        "columns": COLUMNS
        | {
            MRN: {
                "role": "identifier",
                "pseudonym": {
                    "method": "keyed-hash",
                    "key": "k",
                    "domain": "d",
                    "create_key": True,
                },
            }
        }
    },
}


@pytest.fixture
def folder(tmp_path):
    write(FRAME, tmp_path / "t.csv")
    write(FRAME.head(45)[[SEX, MRN]], tmp_path / "part.csv")
    return tmp_path


def written(folder, **keys):
    path = folder / "study.yaml"
    path.write_text(study_text.write({**STUDY, **keys}), "utf-8")
    return path


@pytest.mark.parametrize("way", WAYS)
def test_every_way_releases_the_columns_by_their_names(folder, way):
    study = written(folder, **WAYS[way])
    shoal.check(study)
    shoal.run(study, folder / "run")
    assert shoal.verify_run(folder / "run").holds
    released = pl.read_csv(folder / "run" / "draft.csv", infer_schema=False)
    assert set(released[X].drop_nulls()) <= {*FRAME[X], "*"} or way == "mean"
    assert released.columns[:4] == ([AGE, SEX, REASON] + [MRN] * (way == "pseudonyms") + [X])[:4]


@pytest.mark.parametrize("kind", ["to_pandas", "to_arrow", "clone"])
def test_tables_in_memory_come_back_with_their_names(kind):
    keys = {key: value for key, value in STUDY.items() if key != "data"}
    table = shoal.anonymize(getattr(FRAME, kind)(), keys).table
    names = table.column_names if kind == "to_arrow" else list(table.columns)
    assert names == [AGE, SEX, REASON, X]


@pytest.mark.parametrize("format", ["parquet", "arrow", "excel"])
def test_other_formats_are_written_and_verified(folder, format):
    shoal.run(written(folder, output={"format": format}), folder / "run")
    assert shoal.verify_run(folder / "run").holds


def test_tables_are_measured_compared_attacked_and_described(folder):
    study = written(folder)
    shoal.run(study, folder / "run")
    release = folder / "run" / "draft.csv"
    asked = risks.Asked((AGE, SEX), (REASON,), models=True, columns=True, special=True,
                        safe_harbor=True)  # fmt: skip
    assert risks.risk(folder / "t.csv", None, asked)["quasi_identifiers"] == [AGE, SEX]
    assert compare(folder / "t.csv", release, study)["only_in_input"] == [MRN]
    assert attack(folder / "run")
    assert export_mapping(study, folder / "m.zip", run=folder / "run")
    names = [column["name"] for column in profile_file(folder / "t.csv").plain()["columns"]]
    assert names == FRAME.columns
    assert profile_file(folder / "t.csv").study(folder)


def test_a_service_shows_the_column_that_was_asked_for(folder):
    own = Workspace(folder / "workspace")
    content = (folder / "t.csv").read_bytes()
    kept = stored.keep_table(own, "ann", "t.csv", [content], reader=read_here)
    page = stored.page(own, "ann", kept.id, query=f'"{SEX}" = m')
    assert (page["columns"], page["records"]) == (FRAME.columns, 30)
    bars = column_shape(own, "ann", kept.id, REASON)["bars"]
    assert {label for label, _ in bars} == {"a", "b", "c"}
    assert uniqueness(own, "ann", kept.id, [REASON], [SEX]).alone == {REASON: 0.0}
    values = column_values(own, "ann", {**STUDY, "data": {"table": kept.id}}, REASON)
    assert values.values.to_list() == ["a", "b", "c"]


# The law: `pl.col` takes names of our own only, since it reads others as patterns.


def patterns(source):
    """The calls of `pl.col` whose argument is neither a text, a type nor a constant of ours."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if _is_col(call) and not all(map(_own, call.args))]


def _is_col(call):
    function = call.func
    return isinstance(function, ast.Attribute) and ast.unparse(function) == "pl.col"


def _own(argument):
    if isinstance(argument, ast.JoinedStr):
        first = argument.values[0]
        return not isinstance(first, ast.FormattedValue) or ":" in ast.unparse(argument)
    constant = isinstance(argument, ast.Name) and argument.id.isupper()
    return isinstance(argument, ast.Constant | ast.Attribute) or constant


# Names that are made of a prefix of ours, so that they cannot be patterns.
PREFIXED = {"ledger/differences.py", "ledger/intersection.py"}
OF_OUR_OWN = {"hierarchies/classification.py"}


def test_no_column_is_selected_by_a_pattern():
    home = Path(shoal.__file__).parent
    found = {
        str(path.relative_to(home)): calls
        for path in home.rglob("*.py")
        if (calls := patterns(path.read_text("utf-8")))
    }
    assert found.keys() <= PREFIXED | OF_OUR_OWN, found


def test_the_law_catches_a_name_from_elsewhere():
    assert patterns("frame.select(pl.col(name).sum())") == ["pl.col(name)"]
    assert patterns("pl.col('own'); pl.col(pl.String); pl.col(WEIGHT); by_name(name)") == []
