"""A parameter out of range is refused alike everywhere: in Python, in a study, by the schema."""

import math

import pytest

from shoal.card import Card
from shoal.errors import StudyError
from shoal.plugin import plugin
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.registry import Registry
from shoal.study.study import Study

REGISTRIES = {"privacy": privacy_models, "quality": quality_models}
# How a JSON schema says a bound, a value just beyond it, and what is said about that value.
BEYOND = {
    "minimum": (lambda bound: bound - 1, "should be greater than or equal to {}"),
    "exclusiveMinimum": (lambda bound: bound, "should be greater than {}"),
    "maximum": (lambda bound: bound + 1, "should be less than or equal to {}"),
    "exclusiveMaximum": (lambda bound: bound, "should be less than {}"),
}
# What a model needs besides its required parameters: one of several ways to choose.
CHOSEN = {"differential-privacy": {"degree": "medium"}}


def numbers(registry, name):
    """The numeric parameters of a model, with what their schema says."""
    for parameter, about in registry.schema(name).get("properties", {}).items():
        forms = about.get("anyOf", [about])
        yield from ((parameter, one) for one in forms if one.get("type") in {"number", "integer"})


def right_settings(registry, name):
    """Settings of a model that are right: every needed number at its lower bound."""
    schema, settings = registry.schema(name), dict(CHOSEN.get(name, {}))
    for parameter in schema.get("required", ()):
        about = schema["properties"][parameter]
        if about.get("type") in {"number", "integer"}:
            settings[parameter] = about.get("minimum", about.get("exclusiveMinimum", 0) + 0.5)
        else:
            settings[parameter] = {"string": "ill", "array": ["ill"], "object": {}}[about["type"]]
    return settings


def cases():
    for room, registry in REGISTRIES.items():
        for name in registry:
            for parameter, about in numbers(registry, name):
                for key, (beyond, rule) in BEYOND.items():
                    if key in about:
                        wrong, said = beyond(about[key]), rule.format(f"{about[key]:g}")
                        case = f"{name}-{parameter}-{key}"
                        yield pytest.param(room, name, parameter, wrong, said, id=case)


def study_with(room, settings):
    columns = {
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "ill": {"role": "sensitive"},
    }
    promise = {"model": "k-anonymity", "k": 2}
    chosen = {"privacy": [settings]} if room == "privacy" else {"quality": settings}
    return {"columns": columns, "privacy": [promise], **chosen}


@pytest.mark.parametrize(("room", "name", "parameter", "wrong", "said"), [*cases()])
def test_python_and_studies_say_the_same_about_a_value_out_of_range(
    room, name, parameter, wrong, said
):
    registry = REGISTRIES[room]
    settings = {**right_settings(registry, name), parameter: wrong}
    with pytest.raises(StudyError) as in_python:
        registry.class_of(name)(**settings)
    sentence = f"{registry.kind} {name!r}, parameter {parameter!r}: {said}, got {wrong!r}."
    (told,) = in_python.value.problems
    assert told.removesuffix(hint(wrong)) == sentence
    with pytest.raises(StudyError) as in_study:
        Study.of(study_with(room, {"model": name, **settings}))
    assert [problem for problem in in_study.value.problems if problem.endswith(told)]


def hint(wrong):
    """What is said besides about a share that could be a percentage."""
    return f" If {wrong:g}% is meant, write {wrong / 100:g}."


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("name", [*privacy_models])
def test_numbers_that_are_none_are_refused(name, wrong):
    for parameter, _ in numbers(privacy_models, name):
        with pytest.raises(StudyError, match=parameter):
            privacy_models.class_of(name)(
                **{**right_settings(privacy_models, name), parameter: wrong}
            )


@pytest.mark.parametrize("name", [*privacy_models])
def test_what_is_right_is_accepted(name):
    privacy_models.build({"model": name, **right_settings(privacy_models, name)})


def unbounded(registry):
    """Numeric parameters that would take anything."""
    return [
        f"{name}.{parameter}"
        for name in registry
        for parameter, about in numbers(registry, name)
        if not set(about) & set(BEYOND)
    ]


def test_every_number_of_a_promise_has_a_bound_in_its_schema():
    assert unbounded(privacy_models) == []


def test_a_number_without_bound_is_noticed():
    registry = Registry("privacy model", "model")

    @registry.register("anything-goes", Card(advice="Never."))
    @plugin()
    class AnythingGoes:
        """Takes every number."""

        share: float

    assert unbounded(registry) == ["anything-goes.share"]
