"""The verb `profile`: describes what is in a file, and proposes a study for it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from shoal.data.encoding import encoding_note
from shoal.data.files import read, resolve_source
from shoal.data.profile import Profile, profile
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.folder.added import write_page
from shoal.report.types.profile import ProfileReport
from shoal.service.proposal import proposal


@dataclass(frozen=True, eq=False)
class Profiled:
    """A file, its table, and what was seen in it.

    Attributes:
        source: The file, and how it was read.
        table: Its table.
        profile: What was seen.
        encoding_given: Whether a person named the encoding.
    """

    source: Source
    table: Table
    profile: Profile
    encoding_given: bool = False

    def plain(self) -> ProfileReport:
        """The profile as plain values, with the name of the file."""
        file = {"data": _name(self.source), "encoding": self.source.encoding}
        report = {**self.profile.plain(), **file, "assumed": self._note_on_encoding()}
        return cast(ProfileReport, report)

    def _note_on_encoding(self) -> str | None:
        """A sentence about the encoding that was assumed; None if none was."""
        encoding = self.source.encoding
        if encoding is None or self.encoding_given:
            return None
        return encoding_note(self.source.name, encoding)

    def study(self, home: Path) -> str:
        """The text of a proposed study that will lie in the folder `home`."""
        return proposal(self.profile, self.table, self.source, home)


def profile_file(data: Path | str, encoding: str | None = None) -> Profiled:
    """The profile of the table in a file; its encoding is found out unless it is given."""
    source = resolve_source(Source.of({"path": data, "encoding": encoding}))
    table, given = read(source), encoding is not None
    return Profiled(source, table, profile(table, source.decimal or "."), given)


def write_json(profiled: Profiled, path: Path) -> None:
    """Write a profile for other programs."""
    text = json.dumps(profiled.plain(), indent=2, ensure_ascii=False, allow_nan=False)
    write_page(path, text + "\n", "profile")


def write_html(profiled: Profiled, path: Path) -> None:
    """Write a profile as a page of its own."""
    from shoal.report.profile_page import render_profile  # noqa: PLC0415  (only if asked for)

    write_page(path, render_profile(profiled.plain()), "profile")


def write_study(profiled: Profiled, path: Path, *, force: bool = False) -> None:
    """Write the study that is proposed for a file; an existing one is replaced only by force."""
    if path.exists() and not force:
        raise StudyError(f"{path} exists already. Choose another name, or replace it by --force.")
    write_page(path, profiled.study(path.parent), "profile")


def _name(source: Source) -> str:
    return source.path.name if source.path else "query"
