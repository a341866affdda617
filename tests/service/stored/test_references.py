"""No text of a remote study ever names a file: every place where one could is known."""

import dataclasses

import pytest

from shoal.errors import StudyError
from shoal.server import stored
from shoal.server.stored import NotFound, references
from shoal.study.keys import plugins
from shoal.study.study import Study

PLACES = [
    ("data", "/etc/passwd"),
    ("data", {"path": "/etc/passwd"}),
    ("data", {"url": "sqlite:////etc/x", "query": "SELECT 1"}),
    ("data", {"table": "0" * 32, "path": "/etc/passwd"}),
    ("data", {"table": "0" * 32, "credentials": "/etc/passwd"}),
    ("data", {"table": "../../../etc/passwd"}),
    ("subset", {"records": "/etc/passwd"}),
    ("subset", {"records": {"path": "/etc/passwd"}}),
    ("population", {"table": "/etc/passwd"}),
    ("population", {"table": {"url": "sqlite:////x", "query": "SELECT 1"}}),
    ("output", {"url": "sqlite:////tmp/x", "table": "y"}),
    ("output", {"credentials": "/etc/passwd"}),
    ("recipient", "researchers"),
    ("recipient", {"name": "x", "profiles": "/etc/passwd"}),
    ("method", {"method": "sangreea", "edges": "/etc/passwd"}),
    ("engine", {"engine": "spark", "master": "spark://elsewhere"}),
]
COLUMN = [
    {"hierarchy": "/etc/passwd"},
    {"hierarchy": {"builder": "file", "path": "/etc/passwd"}},
    {"hierarchy": {"table": "/etc/passwd"}},
    {"hierarchy": {"lines": [["a", "*"]], "path": "/etc/passwd"}},
    {"pseudonym": {"method": "keyed-hash", "domain": "x", "key": "/etc/passwd"}},
    {"pseudonym": {"method": "keyed-hash", "domain": "x", "key": "0" * 32, "mapping": "../x"}},
    {"pseudonym": {"method": "keyed-hash", "domain": "x", "key": "0" * 32, "create_key": True}},
    {"shift": {"days": 3, "domain": "x", "key": "/etc/passwd"}},
]


@pytest.mark.parametrize(("key", "given"), PLACES)
def test_no_key_of_a_study_names_a_file(workspace, body, key, given):
    with pytest.raises(StudyError) as told:
        stored.keep_study(workspace, "ann", {**body, key: given})
    assert "passwd" not in str(told.value)
    assert stored.studies(workspace, "ann") == []


@pytest.mark.parametrize("given", COLUMN)
def test_no_column_names_a_file(workspace, body, given):
    column = {"role": "identifier" if "pseudonym" in given else "quasi-identifier", **given}
    body["columns"]["id"] = column
    with pytest.raises(StudyError) as told:
        stored.keep_study(workspace, "ann", body)
    assert "passwd" not in str(told.value)


def test_every_key_of_a_study_was_thought_about():
    unknown = set(Study.model_fields) - set(references._KEYS)
    assert unknown == set()


def text_fields():
    """Every parameter of every plugin that could hold a text: (family, plugin, parameter)."""
    families = [
        plugins.privacy_models, plugins.quality_models, plugins.strategies, plugins.methods,
        plugins.builders, plugins.aggregates, plugins.pseudonym_methods, plugins.learning_models,
    ]  # fmt: skip
    for family in families:
        registry = family()
        for name in registry:
            for field in dataclasses.fields(registry.class_of(name)):
                kind = str(field.type)
                if "str" in kind or "Path" in kind or "Any" in kind:
                    yield registry.kind, name, field.name


# Texts that are names of columns, formats, labels and choices: nothing opens them.
HARMLESS = {
    *("column", "columns", "estimator", "distance", "aggregate", "function", "attack", "region"),
    *("format", "separator", "quote", "encoding", "decimal", "order", "labels", "label", "groups"),
    *("domain", "recipient", "alphabet", "kernel", "penalty", "solver", "criterion", "targets"),
    *("features", "penalties", "weights", "linked", "missing", "direction", "mask", "padding"),
    *("pattern", "patterns", "strategy", "unknown", "granularities", "builders", "text", "type"),
    *("release", "version", "character", "align", "pad", "fill", "lower", "upper", "max_features"),
    *("formats", "intervals", "identifying", "node", "importance", "levels", "constraints"),
    *("distribution", "variables", "classification", "unit", "units", "time_zone", "week"),
    "suppression",
}


def test_every_text_of_a_plugin_is_a_place_or_harmless():
    """Whoever adds a parameter that names a file adds it to `references.PLACES`."""
    found = {name for _, _, name in text_fields()}
    assert found - HARMLESS - references.PLACES == set()


def test_a_table_of_another_owner_is_not_found(workspace, keep, body):
    body["data"] = {"table": keep(owner="bob").id}
    with pytest.raises(NotFound, match="There is no table with this id"):
        stored.keep_study(workspace, "ann", body)


def test_a_key_is_drawn_here_and_known_by_its_id(workspace, body):
    key = stored.make_key(workspace, "ann", "patients")
    settings = {"method": "keyed-hash", "domain": "patients", "key": key.id}
    body["columns"]["id"] = {"role": "identifier", "pseudonym": settings}
    stored.keep_study(workspace, "ann", body)
    with pytest.raises(NotFound, match="no key"):
        stored.keep_study(workspace, "bob", {"columns": body["columns"]})
    path = workspace.folder / "keys" / f"{key.id}.key"
    assert path.stat().st_mode & 0o777 == 0o600
    stored.forget_key(workspace, "ann", key.id)
    assert not path.exists()


def test_all_problems_are_told_together(workspace, body):
    wrong = {**body, "data": "/etc/passwd", "recipient": "x"}
    with pytest.raises(StudyError) as told:
        stored.keep_study(workspace, "ann", wrong)
    assert len(told.value.problems) == 2


def test_a_column_may_be_called_like_a_place(workspace, keep):
    body = {
        "data": {"table": keep("path,key\n1,2\n1,3\n").id},
        "columns": {"path": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }
    assert stored.keep_study(workspace, "ann", body).body == body


def test_every_setting_of_the_engine_but_its_name_is_refused(workspace, body):
    for given in ("spark", {"name": "duckdb", "temporary": "/etc"}):
        with pytest.raises(StudyError, match="engine: expected"):
            stored.keep_study(workspace, "ann", {**body, "engine": given})
