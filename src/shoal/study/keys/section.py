"""A section of a study: a frozen Pydantic model that reports everything wrong with it at once.

Pydantic alone stops explaining at "extra inputs are not permitted"; a section suggests the key
that was meant, says which keys come later, and never repeats the text of an input.
"""

from collections.abc import Callable, Mapping
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError
from pydantic import model_validator as model_rule
from pydantic_core import InitErrorDetails, PydanticCustomError

from shoal.errors import LISTED, NotYetAvailable, ShoalError, StudyError, did_you_mean, first_of
from shoal.plugin import VAST, is_vast
from shoal.validation import NOT_GIVEN, Finding, findings, kind

LATER = "not_yet_available"
Reader = TypeVar("Reader", bound=Callable[..., object])


class Section(BaseModel):
    """The keys of one place in a study."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    @model_rule(mode="wrap")
    @classmethod
    def _with_every_problem(cls, given: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Check known keys even when unknown ones were found, and report both together."""
        if not isinstance(given, Mapping):
            if isinstance(given, cls):
                return given
            raise wrong(f"expected keys ({', '.join(cls.model_fields)}), found {kind(given)}")
        unknown = [key for key in given if key not in cls.model_fields]
        problems = [_unknown_key(key, cls) for key in unknown[: LISTED + 1]]
        known = {key: given[key] for key in given if key in cls.model_fields}
        problems += [_problem(wrong(VAST), key) for key in known if is_vast(known[key])]
        try:
            section = handler(known)
        except ValidationError as error:
            problems += [_again(found) for found in findings(error.errors(), known)]
        if problems:
            raise ValidationError.from_exception_data(cls.__name__, problems)
        return section

    def given(self) -> Mapping[str, object]:
        """The section as a study would hold it: plain values, defaults left out."""
        return self.model_dump(mode="json", exclude_defaults=True)


def takes(**facts: object) -> Callable[[Reader], Reader]:
    """Mark a reader of a key with what it takes, for the schema of a study.

    Args:
        **facts: `words`: one of these; `family`: a plugin of a registry; `like`: the parameters of
            a class; `also`: types of JSON besides what is read in the end; `one_too`: a value
            alone instead of a list.
    """

    def mark(reader: Reader) -> Reader:
        vars(reader).update(facts)
        return reader

    return mark


def wrong(message: str) -> PydanticCustomError:
    """A problem with one key, in our words."""
    return PydanticCustomError("wrong", "{message}", {"message": message})


def all_wrong(title: str, messages: list[str]) -> ValidationError:
    """Several problems with one section, each to be reported on its own."""
    problems: list[InitErrorDetails] = [_problem(wrong(message)) for message in messages]
    return ValidationError.from_exception_data(title, problems)


def later(message: str) -> PydanticCustomError:
    """A problem with one key: its feature is not built yet."""
    return PydanticCustomError(LATER, "{message}", {"message": message})


def from_shoal(error: ShoalError) -> PydanticCustomError:
    """An error of another room, as a problem with one key."""
    message = " ".join(error.problems)
    return later(message) if isinstance(error, NotYetAvailable) else wrong(message)


def study_error(error: ValidationError, given: object = NOT_GIVEN) -> StudyError:
    """One error with a sentence for every problem, each beginning with its place.

    Args:
        error: What Pydantic found.
        given: What was checked; sections know it already.
    """
    problems = findings(error.errors(), given)
    sentences = first_of(map(_sentence, problems))
    only_later = all(problem.type == LATER for problem in problems)
    return (NotYetAvailable if only_later else StudyError)(*sentences)


def _problem(what: PydanticCustomError, *place: str | int) -> InitErrorDetails:
    """A problem at a place; the input itself is never carried along."""
    return {"type": what, "loc": place, "input": None}


def _unknown_key(key: object, section: type[Section]) -> InitErrorDetails:
    if not isinstance(key, str):
        return _problem(wrong("a key must be a text; put it in quotes"), str(key))
    hint = did_you_mean(key, section.model_fields)
    return _problem(wrong(f"there is no such key.{hint}"), key)


def _again(found: Finding) -> InitErrorDetails:
    """A problem that Pydantic reported, in our words, to be raised together with ours."""
    told = {"message": found.rule, "hint": found.hint}
    kept = PydanticCustomError(found.type, "{message}", told)
    return _problem(kept, *found.place)


def _sentence(problem: Finding) -> str:
    place = ".".join(map(str, problem.place))
    end = "" if problem.rule.endswith((".", "?", "!")) else "."
    sentence = f"{problem.rule}{end}{problem.hint}"
    return f"{place}: {sentence}" if place else sentence
