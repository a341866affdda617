"""What is wrong with a value, in our words: those of Pydantic are for programmers.

Pydantic names types of Python ("a valid tuple", "an instance of Linked"), and reports each branch
of a union on its own, with the branch as a part of the place. `findings` tells one rule for each
place; a place holds nothing but keys and positions of what was given.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, get_args

from pydantic_core.core_schema import ErrorType

Place = tuple[str | int, ...]
NOT_GIVEN = object()
ABSENT = frozenset({"missing", "missing_argument", "missing_keyword_only_argument"})
LONGEST = 60  # characters of a value that a sentence repeats


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong.

    Attributes:
        place: Keys and positions that lead to the value.
        type: The kind of problem, as Pydantic names it.
        rule: What it should be, as a sentence that continues the place.
        value: What was found there.
        hint: What was perhaps meant, as a sentence; empty if nobody knows.
        branch: The place of the union and its branch; None outside of unions.
    """

    place: Place
    type: str
    rule: str
    value: object
    hint: str = ""
    branch: tuple[Place, str] | None = None


def findings(problems: Iterable[Any], given: object = NOT_GIVEN) -> list[Finding]:
    """What Pydantic reported, in our words; one finding for each place.

    Args:
        problems: `errors()` of a ValidationError.
        given: What was checked, by which branches of unions are told from keys.
    """
    return list(_join_branches([_finding(problem, given) for problem in problems]))


def kind(value: object) -> str:
    """The kind of a value in the words of a study, without showing the value."""
    kinds: list[tuple[type | tuple[type, ...], str]] = [
        (str, "a text"), (bool, "true or false"), ((int, float), "a number"),
        ((list, tuple, set), "a list"), (Mapping, "a section"), (type(None), "nothing"),
        (datetime.date, "a date"), (datetime.time, "a time"),
    ]  # fmt: skip
    return next((name for kind, name in kinds if isinstance(value, kind)), "something else")


def shown(value: object) -> str:
    """A short value as a study spells it; the kind of any other."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, int) and value.bit_length() > 8 * LONGEST:  # too long to be written
        return "a number"
    is_short = isinstance(value, int | float | str) and len(str(value)) <= LONGEST
    return repr(value) if is_short else kind(value)


def rule_of(problem: Any) -> str:  # noqa: ANN401  (Pydantic's ErrorDetails)
    """What a value should be, continuing its place: `should be a whole number`."""
    name, facts = problem["type"], problem.get("ctx") or {}
    if "message" in facts:  # ours: `shoal.study.keys.section.wrong`
        return str(facts["message"])
    if name in RULES:
        return RULES[name].format(**_spelled(facts))
    if name in LENGTHS:
        limit, noun = LENGTHS[name]
        side, count = "least" if limit == "min_length" else "most", facts[limit]
        return f"should have at {side} {count} {noun if count == 1 else PLURALS[noun]}"
    if name == "value_error":
        return str(problem["msg"]).removeprefix("Value error, ")
    # A type that Pydantic does not know is an error of ours, in our words already.
    return UNKNOWN if name in get_args(ErrorType) else str(problem["msg"])


UNKNOWN = "is not as expected"
_TEXT, _WHOLE, _NUMBER = "should be a text", "should be a whole number", "should be a number"
_LIST, _SECTION, _TRUTH = (
    "should be a list",
    "should be a section (keys with values)",
    "should be true or false",
)
_DAY, _MOMENT = (
    "should be a date such as 2024-01-31",
    "should be a date with a time such as 2024-01-31T12:00",
)
_NO_KEY, _NEEDED = "there is no such key", "is needed, but it is not there"
RULES: dict[str, str] = {
    **dict.fromkeys(ABSENT, _NEEDED),
    **dict.fromkeys(("extra_forbidden", "unexpected_keyword_argument"), _NO_KEY),
    **dict.fromkeys(("string_type", "string_unicode", "bytes_type"), _TEXT),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), _WHOLE),
    **dict.fromkeys(("float_type", "float_parsing", "decimal_type", "decimal_parsing"), _NUMBER),
    **dict.fromkeys(("bool_type", "bool_parsing"), _TRUTH),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), _LIST),
    **dict.fromkeys(("iterable_type", "iteration_error"), _LIST),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type", "dataclass_type"), _SECTION),
    **dict.fromkeys(("model_attributes_type", "arguments_type"), _SECTION),
    **dict.fromkeys(("date_type", "date_parsing", "date_from_datetime_parsing"), _DAY),
    "date_from_datetime_inexact": _DAY,
    **dict.fromkeys(("datetime_type", "datetime_parsing", "datetime_from_date_parsing"), _MOMENT),
    "datetime_object_invalid": _MOMENT,
    "timezone_naive": "should be a time without a time zone",
    "timezone_aware": "should be a time with its time zone",
    "finite_number": "should be a finite number",
    "greater_than": "should be greater than {gt}",
    "greater_than_equal": "should be greater than or equal to {ge}",
    "less_than": "should be less than {lt}",
    "less_than_equal": "should be less than or equal to {le}",
    "multiple_of": "should be a multiple of {multiple_of}",
    "none_required": "should be nothing",
    "literal_error": "should be {expected}",
    "enum": "should be {expected}",
    "string_pattern_mismatch": "should match the pattern {pattern}",
    "string_not_ascii": "should be a text of ASCII characters",
    "union_tag_invalid": "should have one of {expected_tags} under {discriminator}",
    "union_tag_not_found": "needs the key {discriminator}",
    "json_invalid": "is no JSON",
    "json_type": "is no JSON",
    "path_type": "should be the path of a file",
    "invalid_key": "a key should be a text; put it in quotes",
}
# The limit that the problem names, and of what it is a number.
LENGTHS = {
    "too_short": ("min_length", "entry"),
    "too_long": ("max_length", "entry"),
    "string_too_short": ("min_length", "character"),
    "string_too_long": ("max_length", "character"),
    "bytes_too_short": ("min_length", "character"),
    "bytes_too_long": ("max_length", "character"),
}
PLURALS = {"entry": "entries", "character": "characters"}


def _spelled(facts: Mapping[str, Any]) -> dict[str, str]:
    """What a rule fills in, as a study spells it: 1 for 1.0, true for True."""
    words = {"True": "true", "False": "false", "None": "nothing"}
    texts = {key: str(value).removesuffix(".0") for key, value in facts.items()}
    return {
        key: re.sub(r"\b(True|False|None)\b", lambda found: words[found[0]], text)
        for key, text in texts.items()
    }


def _finding(problem: Any, given: object) -> Finding:  # noqa: ANN401  (Pydantic's ErrorDetails)
    place, branch = _place_of(problem, given)
    value = problem.get("input")
    return Finding(place, problem["type"], rule_of(problem), value, _hint(problem), branch)


def _hint(problem: Any) -> str:  # noqa: ANN401  (Pydantic's ErrorDetails)
    """What a share should be that was given as a percentage: 10, or 10%; empty for others."""
    facts = problem.get("ctx") or {}
    if "message" in facts:
        return str(facts.get("hint", ""))
    text = shown(problem.get("input")).strip("'")
    too_large = problem["type"] == "less_than_equal" and facts.get("le") == 1
    no_number = problem["type"] in {"float_parsing", "decimal_parsing"} and text.endswith("%")
    percents = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?%?", text)
    if percents is None or not (too_large or no_number) or float(percents[1]) > 100:
        return ""
    share = Decimal(percents[1]).normalize().scaleb(-2)
    return f" If {percents[1].removesuffix('.0')}% is meant, write {share:f}."


def _place_of(problem: Any, given: object) -> tuple[Place, tuple[Place, str] | None]:  # noqa: ANN401
    """The place without branches of unions, and the first union on the way with its branch."""
    place: list[str | int] = []
    branch: tuple[Place, str] | None = None
    parts = [part for part in problem["loc"] if part != "[key]"]
    for at, part in enumerate(parts):
        is_absent = problem["type"] in ABSENT and at == len(parts) - 1
        inside = NOT_GIVEN if given is NOT_GIVEN else _inside(given, part)
        if given is NOT_GIVEN or is_absent or inside is not NOT_GIVEN:
            place.append(part)
            given = inside
        elif branch is None:
            branch = tuple(place), str(part)
    return tuple(place), branch


def _inside(given: object, part: str | int) -> object:
    """What stands under a key or at a position; NOT_GIVEN if there is none."""
    if isinstance(given, Mapping):
        keys = {str(key): value for key, value in given.items()}
        return keys.get(str(part), NOT_GIVEN)
    if isinstance(given, list | tuple) and isinstance(part, int):
        return given[part] if part < len(given) else NOT_GIVEN
    return NOT_GIVEN


def _join_branches(found: Sequence[Finding]) -> Iterator[Finding]:
    """One finding where every branch of a union was refused, or those of the branch that fits.

    A branch fits if it found the mistake deeper inside: it took what was given as a whole.
    """
    told: set[Place] = set()
    for one in found:
        if one.branch is None:
            yield one
            continue
        root = one.branch[0]
        if root in told:
            continue
        told.add(root)
        union = [each for each in found if each.branch and each.branch[0] == root]
        deepest = max(len(each.place) for each in union)
        inner = [each for each in union if len(each.place) == deepest]
        by_place: dict[Place, list[Finding]] = {}
        for each in inner:
            by_place.setdefault(each.place, []).append(each)
        yield from map(_any_of, by_place.values())


def _any_of(branches: Sequence[Finding]) -> Finding:
    """One finding with the rules of all branches: a whole number, or a text."""
    rules = list(dict.fromkeys(each.rule for each in branches))
    if _NUMBER in rules and _WHOLE in rules:
        rules.remove(_WHOLE)
    rest = [rule.removeprefix("should be ") for rule in rules[1:]]
    return replace(branches[0], rule=", or ".join([rules[0], *rest]))
