import pytest
from pydantic import Field, ValidationError

from shoal.errors import NotYetAvailable, StudyError
from shoal.study.keys.section import Section, all_wrong, later, study_error, wrong


class Inner(Section):
    width: int = 1


class Outer(Section):
    name: str
    inner: Inner = Inner()
    many: dict[str, Inner] = Field(default_factory=dict)


def problems(keys):
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(keys)
    return study_error(caught.value).problems


def test_unknown_missing_and_wrong_keys_are_told_together_with_their_place():
    keys = {"nam": "x", "inner": {"widht": 1}, "many": {"a": {"width": "wide"}, "b": 3}}
    assert problems(keys) == (
        "nam: there is no such key. Did you mean 'name'?",
        "name: is needed, but it is not there.",
        "inner.widht: there is no such key. Did you mean 'width'?",
        "many.a.width: should be a whole number.",
        "many.b: expected keys (width), found a number.",
    )


def test_a_key_that_is_no_text_is_told_to_be_quoted():
    assert problems({"name": "x", True: 1}) == ("True: a key must be a text; put it in quotes.",)


def test_a_section_passes_through_itself():
    inner = Inner(width=3)
    assert Outer(name="x", inner=inner).inner is inner


def test_defaults_are_left_out_when_a_section_is_written():
    assert Outer(name="x", inner=Inner(width=2)).given() == {"name": "x", "inner": {"width": 2}}


@pytest.mark.parametrize(
    ("errors", "kind"),
    [([later("a")], NotYetAvailable), ([later("a"), wrong("b")], StudyError)],
)
def test_only_planned_features_make_a_study_not_yet_available(errors, kind):
    details = [{"type": error, "input": None} for error in errors]
    assert type(study_error(ValidationError.from_exception_data("Study", details))) is kind


def test_problems_of_a_whole_section_need_no_place():
    assert study_error(all_wrong("Study", ["One.", "two"])).problems == ("One.", "two.")
