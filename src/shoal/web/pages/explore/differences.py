"""What differs between two studies, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SHOWN = 4  # differences in a short sentence
Keys = Mapping[str, Any]


def differences(before: Keys, after: Keys) -> list[str]:
    """Every key that differs, as `key: old → new`; levels chosen by hand are told once."""
    first, second = dict(_flat(before)), dict(_flat(after))
    names = [*first, *(name for name in second if name not in first)]
    chosen = "levels chosen by hand"
    words = []
    for name in names:
        if first.get(name) == second.get(name):
            continue
        if name.endswith((".min_level", ".max_level")):
            words.append(chosen)
        else:
            words.append(f"{_short(name)}: {_word(first, name)} → {_word(second, name)}")
    return list(dict.fromkeys(words))


def shorten(differences: Sequence[str]) -> str:
    """The first differences as one sentence."""
    if not differences:
        return "nothing"
    more = f"; and {len(differences) - SHOWN} more" if len(differences) > SHOWN else ""
    return "; ".join(differences[:SHOWN]) + more


def _flat(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every leaf with its path; promises are named by their model instead of their place."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list | tuple):
        for place, part in enumerate(value):
            known = part.get("model") if isinstance(part, Mapping) else None
            yield from _flat(part, f"{name}.{known or place}")
    else:
        yield name, f"{value:g}" if isinstance(value, float) else str(value)


def _short(name: str) -> str:
    """The path of a key in words, without the section that everybody knows."""
    return (
        name.removeprefix("privacy.").removeprefix("columns.").replace("_", " ").replace(".", " ")
    )


def _word(found: Mapping[str, str], name: str) -> str:
    """The value of a key, shortened; "none" if it is not given."""
    word = found.get(name, "none")
    return word if len(word) <= 24 else f"{word[:23]}…"
