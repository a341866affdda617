"""What is wrong with a value is told in our words, not in those of libraries."""

import datetime
import re
from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core.core_schema import ErrorType
from typer.testing import CliRunner

from shoal.api.bodies import RequestBody
from shoal.api.problems import _sentence
from shoal.api.routes import keys, ledger, runs, sessions, studies, tables, tokens
from shoal.cli.program import app
from shoal.errors import ShoalError
from shoal.methods.linked import Linked
from shoal.privacy import privacy_models
from shoal.server import actions  # noqa: F401  (registers)
from shoal.server.actions.registry import ACTIONS
from shoal.study.keys.plugins import FAMILIES
from shoal.study.keys.recoding import recodings
from shoal.study.keys.section import Section, study_error
from shoal.study.study import Study
from shoal.validation import Finding, findings, rule_of

# Types of Python, and how Pydantic speaks of them.
LIBRARY = re.compile(
    r"\b(Input|Tuple|String|List|Dictionary|Value error|Assertion|instance|dictionary|dataclass"
    r"|tuple|dict|NoneType|int|float|str|bool|callable|Decimal|iterable|integer object"
    r"|unable to|items? after|constrained|(Type|Key|Value)Error|validation|discriminator"
    r"|keywords)\b|valid (integer|string|number|list|date|boolean)"
    r"|<class|object at|pydantic|function-|\[key\]|[a-z]{3}\["
)
WRONG = [
    None, True, 3.7, -5, 0, 10**9, float("nan"), float("inf"), "zzz", "", "2020-13-45", b"x",
    datetime.date(2020, 1, 1), [], [1], ["a"], ["a", "b", "c"], [[]], [None], [{}], [{"x": 1}],
    [["a", "b"]], [1.5, "b"], [3, 2, 1], {}, {"x": 1}, {"x": {}}, {"x": [1]}, {1: 2},
]  # fmt: skip
STUDY = {
    "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}},
    "privacy": [{"model": "k-anonymity", "k": 2}],
}
REGISTRIES = {**FAMILIES, "recoding": recodings}
NOUNS = [keys, ledger, runs, sessions, studies, tables, tokens]
BODIES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": body
    for module in NOUNS
    for name, body in vars(module).items()
    if isinstance(body, type) and issubclass(body, RequestBody) and body is not RequestBody
}


def said(action, *given):
    """The sentences of an error; none if all is well."""
    try:
        action(*given)
    except ShoalError as error:
        return error.problems
    except ValidationError as error:
        return [_sentence(found) for found in findings(error.errors(), given[-1])]
    return ()


def foreign(sentences):
    return [sentence for sentence in sentences if LIBRARY.search(sentence)]


def paths(section, path=()):
    for key, field in section.model_fields.items():
        yield (*path, key)
        for inner in sections(field.annotation):
            yield from paths(inner, (*path, key))


def sections(annotation):
    if isinstance(annotation, type):
        return [annotation] if issubclass(annotation, Section) else []
    return [section for part in get_args(annotation) for section in sections(part)]


def study_with(path, value):
    """The study with a value at a place; what leads there is made on the way."""
    at = study = {**STUDY, "columns": {"age": dict(STUDY["columns"]["age"])}}
    for key in path[:-1]:
        at = at["columns"]["age"] if key == "columns" else at.setdefault(key, {})
    at[path[-1]] = value
    return study


@pytest.mark.parametrize("path", list(paths(Study)), ids=".".join)
def test_every_key_of_a_study(path):
    for value in WRONG:
        assert foreign(said(Study.of, study_with(path, value))) == []


@pytest.mark.parametrize("family", REGISTRIES)
def test_every_parameter_of_every_plugin(family):
    registry = REGISTRIES[family]()
    for name in registry:
        for key in (*registry.schema(name).get("properties", {}), "no_such", 7):
            for value in WRONG:
                problems = said(registry.build, {registry.key: name, key: value})
                assert foreign(problems) == [], (name, key)


@pytest.mark.parametrize("body", BODIES)
def test_every_key_of_every_body(body):
    model = BODIES[body]
    for key in (*model.model_fields, "no_such"):
        for value in WRONG:
            assert foreign(said(model.model_validate, {key: value})) == [], key


def test_every_argument_of_every_action():
    for name, action in ACTIONS.items():
        for key in (*action.arguments.model_fields, "no_such"):
            for value in WRONG:
                given = {key: value}
                try:
                    action.arguments.model_validate(given)
                except ValidationError as error:
                    problems = study_error(error, given).problems
                    assert foreign(problems) == [], (name, key)


@pytest.mark.parametrize("name", get_args(ErrorType))
def test_every_kind_of_problem_that_the_library_knows(name):
    limits = dict.fromkeys(("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length"), 1)
    facts = {**limits, "expected": "'a'", "pattern": "x", "discriminator": "'function'"}
    problem = {"type": name, "msg": "Value error, expected one", "loc": ()}
    assert foreign([rule_of({**problem, "ctx": {**facts, "expected_tags": "'a'"}})]) == []


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "abc"), ("risk", "x.csv", "--population-size", "-3"),
        ("risk", "x.csv", "--threshold", "high"), ("risk", "x.csv", "--threshold", "x", "--json"),
    ],
)  # fmt: skip
def test_options_of_the_command_line(words):
    output = CliRunner().invoke(app, words).output
    assert "should be" in output
    assert foreign([output]) == []


def test_the_alternatives_of_a_union_are_one_sentence():
    sheet = study_with(("data",), {"path": "a.xlsx", "sheet": 3.7})
    assert said(Study.of, sheet) == ("data.sheet: should be a whole number, or a text.",)


def test_of_a_union_the_part_that_was_meant_is_told():
    wrong = {"recipient": {"name": "a", "profiles": {"a": {"groups": 3}}}}
    (sentence,) = said(Study.of, {**STUDY, **wrong})
    assert sentence.startswith("recipient.profiles.a.groups: ")


def test_the_library_itself_would_be_noticed():
    for kind, value in ((Linked, 3), (tuple[int, int], 3), (int, "x"), (int | str, 3.7)):
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(kind).validate_python(value)
        assert foreign(problem["msg"] for problem in caught.value.errors())
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, int | str]).validate_python({"a": 3.7})
    assert foreign(".".join(map(str, problem["loc"])) for problem in caught.value.errors())


def test_a_list_that_is_too_short_says_how_long_it_must_be():
    problems = said(privacy_models.build, {"model": "k-anonymity", "k": [1]})
    assert problems == (
        "privacy model 'k-anonymity', parameter 'k': should be a whole number, got a list.",
    )
    short = {"type": "too_short", "msg": "", "loc": (), "ctx": {"min_length": 1}}
    assert findings([short]) == [Finding((), "too_short", "should have at least 1 entry", None)]
