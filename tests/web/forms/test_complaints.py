"""The sentences of the library stand beside the fields that they are about."""

from shoal.web.forms.complaints import beside
from shoal.web.forms.known import model_problems, plugins_of


def test_a_bound_is_told_beside_its_field():
    found = model_problems(plugins_of("privacy")["k-anonymity"], {"k": 1})
    assert beside(found, ["k"]) == (
        {"k": "Should be greater than or equal to 2, got 1."},
        [],
    )


def test_what_is_missing_is_told_beside_its_field():
    found = model_problems(plugins_of("privacy")["t-closeness"], {"t": 0.2})
    assert beside(found, ["t", "column"]) == ({"column": "This is needed."}, [])


def test_what_is_about_several_parameters_stands_below_the_form():
    found = model_problems(
        plugins_of("privacy")["delta-presence"], {"delta_min": 1, "delta_max": 0.5}
    )
    by_field, rest = beside(found, ["delta_min", "delta_max"])
    assert by_field == {}
    assert len(rest) == 1


def test_what_is_wrong_inside_a_section_stands_beside_the_section():
    model = plugins_of("privacy")["prosecutor-profitability"]
    found = model_problems(model, {"game": {"adversary_cost": -1}})
    by_field, _ = beside(found, ["attack", "game"])
    assert by_field["game"].startswith("Adversary_cost: ")


def test_what_is_right_is_told_by_silence():
    assert model_problems(plugins_of("privacy")["k-anonymity"], {"k": 5}) == []
