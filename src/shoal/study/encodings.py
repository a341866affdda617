"""Sentences about files whose encoding was assumed because nobody named it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from shoal.data.encoding import encoding_note
from shoal.data.files import resolve_source
from shoal.data.source import Source
from shoal.study.keys.plain import StudyKeys


def notes_on_encodings(asked: object, carried_out: StudyKeys) -> list[str]:
    """One sentence for each file whose encoding nobody named and its bytes leave in doubt.

    Args:
        asked: The keys of the study as they were given.
        carried_out: The same keys, with the encodings that were found out by looking.
    """
    return list(dict.fromkeys(_notes(asked, carried_out)))


def notes_on_files(*files: Path | None) -> list[str]:
    """The same for files that no study describes."""
    sources = (resolve_source(Source.of(file)) for file in files if file is not None)
    return [note for source in sources for note in _notes({}, source.settings())]


def _notes(asked: object, explicit: object) -> Iterator[str]:
    """The sentences about all files that `explicit` names, at any depth, and `asked` does not."""
    if not isinstance(explicit, Mapping):
        return
    given = asked if isinstance(asked, Mapping) else {}
    if "path" in explicit and "encoding" in explicit and "encoding" not in given:
        note = encoding_note(Path(explicit["path"]).name, explicit["encoding"])
        yield from [note] if note else []
    for key, value in explicit.items():
        yield from _notes(given.get(key), value)
