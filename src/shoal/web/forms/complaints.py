"""Sorts the problems of the library by the field that each is about."""

import re
from collections.abc import Iterable

PARAMETER = re.compile(r"parameters? '([^']+)'")


def beside(sentences: Iterable[str], names: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The problems by field, and those about several fields or none."""
    known, rest = set(names), []
    by_field: dict[str, str] = {}
    for sentence in sentences:
        found = PARAMETER.search(sentence)
        place = found[1].split(".")[0] if found else ""
        if place in known:
            by_field[place] = f"{by_field.get(place, '')} {_short(sentence, found)}".strip()
        else:
            rest.append(sentence)
    return by_field, rest


def _short(sentence: str, found: re.Match[str] | None) -> str:
    """The rule alone, without the name of the field that it stands at."""
    if found is None:
        return sentence
    rule = sentence[found.end() :].lstrip(": ").strip()
    if not rule or rule == ".":
        return "This is needed."
    inner = found[1].partition(".")[2]
    rule = f"{inner}: {rule}" if inner else rule
    return rule[:1].upper() + rule[1:]
