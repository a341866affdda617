"""Kinds of study keys: one of several words, texts, lists and sections."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator

from shoal.errors import did_you_mean
from shoal.study.keys.section import later, takes, wrong
from shoal.validation import kind


def one_of(*available: str, planned: tuple[str, ...] = ()) -> BeforeValidator:
    """A word out of a list; planned words are refused as not yet available."""

    @takes(words=available)
    def check(given: object) -> object:
        if given in available:
            return given
        choices = f"Available: {', '.join(available)}."
        if given in planned:
            raise later(f"{given!r} is not yet available. {choices}")
        if not isinstance(given, str):
            raise wrong(f"expected one of {', '.join(available)}, found {kind(given)}")
        raise wrong(f"there is no {given!r}.{did_you_mean(given, [*available, *planned])}")

    return BeforeValidator(check)


def a_list(what: str) -> BeforeValidator:
    """Check that a value is a list, with an error in our words."""

    def check(given: object) -> object:
        if not isinstance(given, list | tuple):
            raise wrong(f"expected a list of {what}, found {kind(given)}")
        return given

    return BeforeValidator(check)


def a_section(what: str) -> BeforeValidator:
    """Check that a value is a section with at least one key, with an error in our words."""

    def check(given: object) -> object:
        if not isinstance(given, Mapping) or not given:
            raise wrong(f"expected {what}, found {kind(given) if given else 'nothing'}")
        return given

    return BeforeValidator(check)


@takes(also=("integer",))
def text(given: object) -> str:
    """A text; a whole number becomes one, other values were changed by YAML already."""
    if isinstance(given, str):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    raise wrong(f"expected a text, found {kind(given)}; put it in quotes")


@takes(one_too=True)
def _one_or_many(given: object) -> object:
    """A list, where a single text stands for a list of one."""
    return given if isinstance(given, list | tuple) else [given]


def no_repeats(given: tuple[str, ...]) -> tuple[str, ...]:
    """The list itself; refused if an entry repeats."""
    if len(set(given)) < len(given):
        raise wrong(f"{len(given) - len(set(given))} entries stand in the list more than once")
    return given


Text = Annotated[str, BeforeValidator(text)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_one_or_many)]
