import pytest

from shoal.errors import StudyError
from shoal.study.keys import plugins
from shoal.study.study import Study

FAMILIES = [
    plugins.privacy_models,
    plugins.quality_models,
    plugins.strategies,
    plugins.builders,
]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_members(family):
    assert list(family())


@pytest.mark.parametrize(
    ("family", "settings"),
    [
        (plugins.privacy_models, {"model": "k-anonymity", "k": 5}),
        (plugins.quality_models, {"model": "loss", "aggregate": "maximum"}),
        (plugins.strategies, {"strategy": "exhaustive"}),
        (plugins.builders, {"builder": "intervals", "width": 5, "levels": 2}),
    ],
)
def test_a_plugin_is_written_as_it_was_read(family, settings):
    registry = family()
    assert plugins.plugin_settings(registry, registry.build(settings)) == settings


def test_a_path_is_the_short_form_of_a_hierarchy_file(keys):
    keys["columns"]["age"]["hierarchy"] = {"builder": "file", "path": "age.csv"}
    assert Study.of(keys).given()["columns"]["age"]["hierarchy"] == "age.csv"


def test_a_plugin_itself_may_stand_in_a_study(keys):
    k = plugins.privacy_models().build({"model": "k-anonymity", "k": 4})
    assert Study.of({**keys, "privacy": [k]}).privacy == (k,)


def test_anything_else_is_refused_without_being_shown(keys):
    with pytest.raises(StudyError, match=r"privacy.0: expected \{model: …\}, found a text"):
        Study.of({**keys, "privacy": ["k-anonymity"]})
