"""What the words and numbers on the pages mean, in sentences for people who are no statisticians.

One file per step with its ENTRIES; names are unique among all of them.
"""

from shoal.registry import modules_of
from shoal.web.glossary.entry import Entry


def _all() -> dict[str, Entry]:
    """All entries of all files by name; raises ValueError if a name occurs twice."""
    found: dict[str, Entry] = {}
    for module in modules_of(__name__):
        entries: dict[str, Entry] = getattr(module, "ENTRIES", {})
        twice = found.keys() & entries.keys()
        if twice:
            raise ValueError(f"Explained twice: {', '.join(sorted(twice))}")
        found |= entries
    return found


GLOSSARY = _all()
