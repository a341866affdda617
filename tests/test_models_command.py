"""`shoal models` from the outside: nothing about a model has to be looked up elsewhere."""

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.privacy import privacy_models


def shoal(*arguments):
    """What the command says, as if the terminal were endlessly wide."""
    return " ".join(CliRunner().invoke(app, arguments).stdout.split())


@pytest.fixture(scope="module")
def listing():
    return shoal("models")


@pytest.mark.parametrize("name", sorted(privacy_models))
def test_every_privacy_model_is_listed_with_definition_and_parameters(listing, name):
    schema = privacy_models.schema(name)
    _, _, entry = listing.partition(f" {name} ")
    definition = " ".join((privacy_models.class_of(name).__doc__ or "").partition("\n")[0].split())
    assert entry.startswith(definition)
    for parameter in schema["properties"]:
        assert f"{parameter}: " in entry.removeprefix(definition)


@pytest.mark.parametrize("name", sorted(privacy_models))
def test_every_privacy_model_is_explained_with_its_source(name):
    explained = shoal("models", name)
    assert "doi:" in explained or "ISBN" in explained
    assert f"In a study: {{model: {name}" in explained
    assert "Monotonic: " in explained


def test_bounds_defaults_and_choices_are_told():
    explained = shoal("models", "t-closeness")
    assert "t: number, at least 0, at most 1; needed" in explained
    assert 'distance: equal, ordered, hierarchical; "equal" if not given' in explained


def test_what_is_known_is_listed_once():
    told = CliRunner().invoke(app, ["models", "qqqqqq"]).stderr
    known = told.partition("Known: ")[2].rstrip(".\n").split(", ")
    assert len(known) == len(set(known)) > 50
