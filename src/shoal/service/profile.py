"""The verb `profile`: look at a file, say what is in it, propose a study."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from shoal.data.encoding import encoding_note
from shoal.data.files import read, resolved
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
        encoding_given: Whether a person said the encoding.
    """

    source: Source
    table: Table
    profile: Profile
    encoding_given: bool = False

    def plain(self) -> ProfileReport:
        """The profile as plain values, with the name of the file."""
        found = {"data": _name(self.source), "encoding": self.source.encoding}
        told = {**self.profile.plain(), **found, "assumed": self._assumed()}
        return cast(ProfileReport, told)

    def _assumed(self) -> str | None:
        """What was assumed about the letters of the file; None if nothing was."""
        encoding = self.source.encoding
        if encoding is None or self.encoding_given:
            return None
        return encoding_note(self.source.name, encoding)

    def study(self, home: Path) -> str:
        """The text of a study for this file that lies in a folder."""
        return proposal(self.profile, self.table, self.source, home)


def profile_file(data: Path | str, encoding: str | None = None) -> Profiled:
    """Look at the table in a file; its encoding is found out unless it is given."""
    source = resolved(Source.of({"path": data, "encoding": encoding}))
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
    """Write the study that is proposed for a file; an existing one may be somebody's work."""
    if path.exists() and not force:
        raise StudyError(f"{path} exists already. Choose another name, or replace it by --force.")
    write_page(path, profiled.study(path.parent), "profile")


def _name(source: Source) -> str:
    return source.path.name if source.path else "query"
