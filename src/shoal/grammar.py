"""Counts that agree with their nouns: "1 record is", "2 records are".

Sentences count with the plural, and `agree` mends those that count one. Every error and warning
passes through it, so whoever writes a sentence need not think of it.
"""

import re

_REGULAR = (
    "answer", "attempt", "bit", "candidate", "cell", "character", "cluster", "column",
    "combination", "count", "date", "day", "edge", "file", "finding", "group", "interval", "job",
    "kernel", "kind", "label", "level", "line", "member", "minute", "node", "number", "one",
    "other", "part", "problem", "promise", "pseudonym", "question", "record", "release", "row",
    "run", "second", "set", "sheet", "super-node", "table", "target", "text", "time", "token",
    "type", "value", "year",
)  # fmt: skip
NOUNS = {f"{noun}s": noun for noun in _REGULAR} | {
    "classes": "class",
    "entries": "entry",
    "hierarchies": "hierarchy",
    "people": "person",
    "studies": "study",
}
VERBS = {
    "are": "is", "have": "has", "were": "was", "do": "does", "become": "becomes",
    "begin": "begins", "break": "breaks", "cost": "costs",
    "cover": "covers", "differ": "differs", "hold": "holds",
    "lead": "leads", "lie": "lies", "look": "looks", "occur": "occurs", "repeat": "repeats",
    "share": "shares", "show": "shows", "span": "spans", "stand": "stands", "start": "starts",
    "tell": "tells", "tie": "ties", "form": "forms",
}  # fmt: skip
ADJECTIVES = (
    "blank", "different", "distinct", "drawn", "other", "released", "repeated", "sensitive",
    "short", "suppressed", "undecided",
)  # fmt: skip
# The number one, not the end of 21 or 3.1, nor in "1 of 1 records are"; a noun; perhaps a verb,
# also after "of the table".
_OF = (
    r"(?: of(?: (?!would|could|can|may|will|do\b)['\w]+){1,3}?)?"
    r"(?: that| still| \([\d,]+ in all\))?"
)
_ONE = re.compile(
    rf"(?<![\w.,-])(?<!\d of )1 (?P<before>(?:(?:{'|'.join(ADJECTIVES)}) )*)"
    rf"(?P<noun>{'|'.join(NOUNS)})\b"
    rf"(?:(?P<between>{_OF}) (?P<verb>{'|'.join(VERBS)})\b)?"
)


def agree(sentence: str) -> str:
    """The sentence with nouns and verbs that agree with a count of one."""
    return _ONE.sub(_singular, sentence) if "1 " in sentence else sentence


def _singular(found: re.Match[str]) -> str:
    rest = f"{found['between']} {VERBS[found['verb']]}" if found["verb"] else ""
    return f"1 {found['before']}{NOUNS[found['noun']]}{rest}"
