"""What was assumed about the letters of files whose encoding nobody gave."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from shoal.data.encoding import encoding_note
from shoal.data.files import resolved
from shoal.data.source import Source
from shoal.study.keys.plain import StudyKeys


def assumed_encodings(asked: object, carried_out: StudyKeys) -> list[str]:
    """One sentence for each file that is neither UTF-8 nor UTF-16 by its first bytes.

    Args:
        asked: The keys of the study as they were given.
        carried_out: The same keys, with everything explicit that was found out by looking.
    """
    return list(dict.fromkeys(_notes(asked, carried_out)))


def assumed_in(*files: Path | None) -> list[str]:
    """The same for files that no study describes."""
    sources = (resolved(Source.of(file)) for file in files if file is not None)
    return [note for one in sources for note in _notes({}, one.settings())]


def _notes(asked: object, found: object) -> Iterator[str]:
    if not isinstance(found, Mapping):
        return
    given = asked if isinstance(asked, Mapping) else {}
    if "path" in found and "encoding" in found and "encoding" not in given:
        note = encoding_note(Path(found["path"]).name, found["encoding"])
        yield from [note] if note else []
    for key, value in found.items():
        yield from _notes(given.get(key), value)
