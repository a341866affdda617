"""What a sentence of the check is about: where to fix it, and what can be accepted instead."""

import re

ACCEPT = re.compile(r"acknowledge: \[([^\]]+)\]")
# The first pattern that matches decides; a place with # is a part of this page.
PLACES = (
    (r"undecided", "data"),
    (r"`person: ", "#population"),
    (r"^privacy: .*population|^population", "#population"),
    (r"^(privacy|method\.constraints)\b|[Pp]romise protects|privacy model", "#privacy"),
    (r"^quality\b|quality model|The loss does not count", "#quality"),
    (r"^subset\b", "#subset"),
    (r"^(method|recipient|recoding|search)\b|search strategy", "#how"),
    (r"^game\b|`game`", "#population"),
    (r"^person\b", "#population"),
    (r"^output\b|`shuffle|`reproducible|^seed\b", "#output"),
    (r"suppression_limit|No release is possible|no release is possible", "#suppression"),
    (r"^acknowledge|was acknowledged", "#check"),
    (r"[Hh]ierarch|\blevel|not in its hierarchy|\.hierarchy", "columns"),
    (r"not named in the study|role|[Tt]he data has no column|quasi-identifier|type", "data"),
    (r"^columns\.|Column '", "columns"),
)
TITLES = {
    "#privacy": "To the promises", "#population": "To the population", "#quality": "To the loss",
    "#subset": "To the subset", "#how": "To the way it is done", "#output": "To the output",
    "#suppression": "To the suppression limit", "#check": "To what was accepted",
    "columns": "To the step Columns & hierarchies", "data": "To the step Data",
}  # fmt: skip


def place_of(sentence: str) -> str:
    """The step, or with # the part of this page, where a problem can be fixed; empty if unknown."""
    return next((place for pattern, place in PLACES if re.search(pattern, sentence)), "")


def acceptable(sentence: str) -> str:
    """The guard that a problem names, as `guard:column`; empty if nothing can be accepted."""
    match = ACCEPT.search(sentence)
    return match[1] if match else ""
