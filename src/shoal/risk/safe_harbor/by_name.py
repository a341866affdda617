"""What the name of a column says about the eighteen kinds."""

from collections.abc import Iterator

from shoal.data.column_names import words_of
from shoal.risk.safe_harbor.kinds import KINDS, Kind

# Words that, beside another, make a column about something else than a person's own.
ELSEWHERE = {
    "drug", "product", "hospital", "facility", "test", "procedure", "variable", "file", "group",
    "count", "code", "type", "status", "flag", "class", "category", "stage", "is", "has", "num",
    "n", "year", "month", "weekday", "quarter", "brand", "generic", "ward", "unit",
}  # fmt: skip
# Words that mean a kind only as the whole name or as its last word.
LAST = {"name", "names", "date", "age", "image", "link", "cell", "host", "account", "device"}
LAST |= {"alter", "ort", "drivers", "serial", "certificate", "license", "bild"}


def kinds_by_name(name: str) -> Iterator[tuple[Kind, str]]:
    """The kinds whose words are in the name, with the words; the longest words decide."""
    words = words_of(name)
    found = [
        (kind, known)
        for kind in KINDS
        for known in kind.words
        if _is_in(known.split(), words) and not _is_about_else(known, words)
    ]
    longest = max((len(known.split()) for _, known in found), default=0)
    seen = set()
    for kind, known in found:
        if len(known.split()) == longest and kind.number not in seen:
            seen.add(kind.number)
            yield kind, known


def _is_in(known: list[str], words: list[str]) -> bool:
    if known[-1] in LAST and words[-1:] != known[-1:]:
        return False
    places = range(len(words) - len(known) + 1)
    return any(words[at : at + len(known)] == known for at in places)


def _is_about_else(known: str, words: list[str]) -> bool:
    """One word beside a word such as `drug` is about a drug, not a person."""
    rest = set(words) - set(known.split())
    return len(known.split()) == 1 and bool(rest & ELSEWHERE)
