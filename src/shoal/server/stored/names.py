"""Names that people give: shown to them again, and used for nothing else."""

import unicodedata

LONGEST = 200


def shown_name(given: str) -> str:
    """The last part of a name, without anything that is not a printed character."""
    plain = given.replace("\\", "/").rsplit("/", maxsplit=1)[-1]
    printed = "".join(" " if unicodedata.category(one)[0] in "CZ" else one for one in plain)
    return " ".join(printed.split())[-LONGEST:] or "unnamed"
