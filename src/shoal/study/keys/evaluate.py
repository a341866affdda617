"""The key `evaluate` of a study: what models predict from a release, and how they are judged."""

from typing import Annotated, Any, Literal

from annotated_types import Ge
from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer

from shoal.errors import StudyError
from shoal.study.keys.kinds import Text, Texts, no_repeats, one_of
from shoal.study.keys.plugins import learning_models, plugin_reader, plugin_settings
from shoal.study.keys.section import Section, from_shoal, takes, wrong

_read = plugin_reader(learning_models)


@takes(family=learning_models, also=("string",))
def _read_model(given: object) -> object:
    """Read a model; its name alone stands for it with all defaults."""
    return _read({"model": given} if isinstance(given, str) else given)


def _settings(model: object) -> object:
    settings = plugin_settings(learning_models(), model)
    return settings["model"] if len(settings) == 1 else settings


def _expression(text: str) -> str:
    """The text of a scaling expression, if it is one."""
    from shoal.learning.scaling import parse_expression  # noqa: PLC0415  (loaded only where it is used)

    try:
        return parse_expression(text).text
    except StudyError as error:
        raise from_shoal(error) from None


@takes(one_too=True)
def _one_or_many(given: object) -> object:
    if given in ([], ()):
        raise wrong("expected at least one model, found none. Name one, or leave the key out")
    return given if isinstance(given, list | tuple) else [given]


Model = Annotated[Any, BeforeValidator(_read_model), PlainSerializer(_settings)]
Models = Annotated[tuple[Model, ...], BeforeValidator(_one_or_many)]
Expression = Annotated[Text, AfterValidator(_expression)]


class Evaluate(Section):
    """What models predict from a release, and how they are judged.

    Attributes:
        targets: The columns to predict.
        features: The columns to predict from.
        models: The kinds of models.
        folds: The parts of the table; each is predicted by models that learned from the others.
        scaling: How columns of numbers or dates become features, such as `log(x)`.
        repetitions: How often the table is divided anew.
        ranges: What a label that stands for a range is, in a column with scaling.
        max_records: How many records take part at most, drawn at random; 0 for all.
        anonymize: Whether the release is made once from all records, or in each part only from
            those that are learned from.
        membership_attacks: How often it is tried to tell from a model who was learned from.
    """

    targets: Annotated[Texts, AfterValidator(no_repeats)] = ()
    features: Annotated[Texts, AfterValidator(no_repeats)] = ()
    models: Models = Field(default=("logistic-regression",), validate_default=True)
    folds: Annotated[int, Ge(2)] = 10
    scaling: dict[Text, Expression] = Field(default_factory=dict)
    repetitions: Annotated[int, Ge(1)] = 1
    ranges: Annotated[Literal["categories", "middles"], one_of("categories", "middles")] = (
        "categories"
    )
    max_records: Annotated[int, Ge(0)] = 100_000
    anonymize: Annotated[Literal["once", "each-fold"], one_of("once", "each-fold")] = "once"
    membership_attacks: Annotated[int, Ge(0)] = 0
