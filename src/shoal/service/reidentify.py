"""The verb `reidentify`: who is behind a pseudonym, with a reason that goes on record.

Every look-up is written down beside the mapping (or the key) before anything is shown: when, by
whom, why, and which pseudonyms; never the people. A look-up that cannot be recorded is refused.
"""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

import polars as pl

from shoal.errors import StudyError, did_you_mean
from shoal.identifiers import pseudonym_methods
from shoal.identifiers.private_file import append_private
from shoal.pipeline.prepare.replacing import replacement_of
from shoal.study.given import StudyLike, as_study
from shoal.study.recipient import recipient_of
from shoal.study.study import Study


def reidentify(
    study: StudyLike, column: str, pseudonyms: Sequence[str], *, reason: str, person: str = ""
) -> list[str | None]:
    """The identifiers behind pseudonyms of a release; None for those that nobody has.

    Args:
        study: A run folder, a study file, or a study; it says where key and mapping are.
        column: The column of the pseudonyms.
        pseudonyms: What to look up.
        reason: Why; it goes on record.
        person: The signed-in user of a service who asks; otherwise the operating system tells.
    """
    asked = _study_of(study)
    _refuse_unknown(asked, column)
    if not reason.strip():
        raise StudyError("A look-up needs a `reason`; it goes on record.")
    replacement = replacement_of(asked, column)
    append_private(audit_file(asked, column), _entry(asked, column, pseudonyms, reason, person))
    return replacement.originals(pl.Series(list(pseudonyms), dtype=pl.String)).to_list()


def audit_file(study: Study, column: str) -> Path:
    """Where look-ups are on record: beside the mapping, or beside the key where there is none."""
    method = study.columns[column].replacement
    secret = study.folder / str(method.mapping or method.key)
    return secret.with_name(f"{secret.name}.audit")


def _study_of(study: StudyLike) -> Study:
    """The study; that of a run folder if the path is one."""
    place = Path(study) if isinstance(study, str | Path) else None
    return as_study(place / "study.yaml" if place is not None and place.is_dir() else study)


def _refuse_unknown(study: Study, column: str) -> None:
    """Refuse a column that has no pseudonyms, or whose pseudonyms nobody can undo."""
    known = [name for name in study.replaced if study.columns[name].shift is None]
    if column not in known:
        raise StudyError(
            f"{column!r} is not a column with pseudonyms.{did_you_mean(column, known)}"
        )
    if not (study.columns[column].replacement.mapping or study.columns[column].replacement.key):
        raise StudyError(f"The tokens of {column!r} were forgotten: the study keeps no mapping.")


class Who(TypedDict):
    """Who asks: a user of the operating system, and the signed-in user of a service."""

    user: str
    uid: NotRequired[int]
    person: NotRequired[str]


def _who(person: str) -> Who:
    """Who asks; not by variables such as LOGNAME, which anybody can set."""
    if not hasattr(os, "getuid"):  # Windows
        system: Who = {"user": os.getlogin()}
    else:
        import pwd  # noqa: PLC0415  (there is none on Windows)

        number = os.getuid()
        try:
            system = {"user": pwd.getpwuid(number).pw_name, "uid": number}
        except KeyError:  # a container may have no list of users
            system = {"user": str(number), "uid": number}
    return {**system, "person": person} if person else system


def _entry(study: Study, column: str, pseudonyms: Sequence[str], reason: str, person: str) -> str:
    """The line that goes on record."""
    method = study.columns[column].replacement
    entry = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        **_who(person),
        "reason": reason,
        "method": pseudonym_methods.name_of(method),
        "domain": method.domain,
        "recipient": method.recipient or recipient_of(study),
        "column": column,
        "pseudonyms": list(pseudonyms),
    }
    return json.dumps(entry, ensure_ascii=False)
