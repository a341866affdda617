"""Sorts the problems of the library by the field that each is about."""

import re
from collections.abc import Iterable

PARAMETER = re.compile(r"parameters? '([^']+)'")


def beside(sentences: Iterable[str], names: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Sort problems by the field that each names.

    Args:
        sentences: The problems.
        names: The names of the fields.

    Returns:
        The text to show at each field that has a problem, and the sentences that name no field or
        another one.
    """
    known, rest = set(names), []
    by_field: dict[str, str] = {}
    for sentence in sentences:
        match = PARAMETER.search(sentence)
        place = match[1].split(".")[0] if match else ""
        if place in known:
            by_field[place] = f"{by_field.get(place, '')} {_short(sentence, match)}".strip()
        else:
            rest.append(sentence)
    return by_field, rest


def _short(sentence: str, match: re.Match[str] | None) -> str:
    """The rule alone, without the name of the field that it stands at."""
    if match is None:
        return sentence
    rule = sentence[match.end() :].lstrip(": ").strip()
    if not rule or rule == ".":
        return "This is needed."
    inner = match[1].partition(".")[2]
    rule = f"{inner}: {rule}" if inner else rule
    return rule[:1].upper() + rule[1:]
