"""What kind of field each parameter gets; every plugin that there is can be filled in."""

import pytest

from shoal.web.forms.known import FAMILIES, plugins_of
from shoal.web.forms.shape import fields_of

COLUMNS = {"ssn": "identifier", "age": "quasi-identifier", "illness": "sensitive"}


def kinds(family, name):
    return {one.name: one.kind for one in fields_of(plugins_of(family)[name].schema, COLUMNS)}


def field(family, name, parameter):
    found = fields_of(plugins_of(family)[name].schema, COLUMNS, plugins_of(family)[name].meanings)
    return next(one for one in found if one.name == parameter)


def test_a_whole_number_tells_its_range_and_that_it_is_needed():
    k = field("privacy", "k-anonymity", "k")
    assert (k.kind, k.hint, k.needed) == ("integer", "Whole number, at least 2", True)


def test_a_column_of_a_promise_is_chosen_from_the_sensitive_ones():
    assert field("privacy", "t-closeness", "column").options == ("illness",)


def test_a_choice_behind_a_reference_knows_its_options_and_default():
    estimator = field("privacy", "k-map", "estimator")
    assert estimator.options == ("none", "poisson", "zero-truncated-poisson")
    assert (estimator.kind, estimator.default) == ("choice", "none")


def test_what_may_be_null_is_a_field_that_may_stay_empty():
    highest = field("privacy", "average-risk", "highest")
    assert (highest.kind, highest.nullable, highest.needed) == ("number", True, False)
    assert highest.hint == "Number, above 0, at most 1"


def test_a_nested_object_has_the_fields_of_its_own():
    game = field("privacy", "prosecutor-profitability", "game")
    assert game.kind == "section"
    assert [one.name for one in game.inner][:2] == ["publisher_benefit", "publisher_loss"]
    assert "gains" in game.inner[0].meaning


def test_lists_of_columns_values_and_objects_differ():
    assert kinds("quality", "classification")["targets"] == "columns"
    assert kinds("hierarchy", "code-prefixes")["lengths"] == "list"
    assert kinds("hierarchy", "dates")["granularities"] == "choices"
    assert kinds("method", "datafly")["linked"] == "sections"
    assert kinds("method", "argus")["identifying"] == "by-column"


def test_one_value_per_column_is_asked_for_quasi_identifiers():
    assert field("method", "argus", "identifying").options == ("age",)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_parameter_of_every_plugin_has_a_label_and_a_kind(family):
    for model in plugins_of(family).values():
        for one in fields_of(model.schema, COLUMNS, model.meanings):
            assert one.label
            assert one.kind


def test_promises_need_no_free_text_but_where_kinds_are_mixed():
    free = {
        (name, parameter)
        for name in plugins_of("privacy")
        for parameter, kind in kinds("privacy", name).items()
        if kind == "free"
    }
    assert free == set()
