"""Applies the profile of a recipient: linked columns with their bins, and dropped columns."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from shoal.errors import DataError, StudyError, did_you_mean
from shoal.study import text as study_text
from shoal.study.keys.recipient import Group, Profile, Profiles, Recipient
from shoal.study.keys.section import study_error
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.linked import Linked


def for_recipient(study: Study) -> Study:
    """The study with what the profile of its recipient says; applying it twice changes nothing."""
    if study.recipient is None:
        return study
    profile, method = _profile(study, study.recipient), study.method
    if method is None or not hasattr(method, "linked"):
        raise StudyError("recipient: only methods with `linked` columns follow a profile: datafly.")
    columns = {name: column for name, column in study.columns.items() if name not in profile.drop}
    kept = [name for name in study.generalized if name in columns]
    changes = {
        "columns": columns,
        "method": replace(method, linked=_link_columns(profile, kept, method.bin_size)),
        "recipient": Recipient(name=study.recipient.name, profiles={study.recipient.name: profile}),
    }
    return Study.of(study.model_copy(update=changes).given(), study.folder)


def _link_columns(profile: Profile, names: list[str], bin_size: int) -> tuple["Linked", ...]:
    """The sets of columns that the recipient could link.

    Groups of no trust form one set together, groups of partial trust one set each. A
    quasi-identifier that no group names has no trust. If groups contradict each other, the smallest
    trust counts.

    Args:
        profile: The profile of the recipient.
        names: The quasi-identifiers that are left.
        bin_size: The bin size of the method, where a group names none.
    """
    from shoal.methods.linked import Linked  # noqa: PLC0415  (loads every method)

    groups = list(profile.groups.values())
    trusted = {name for group in groups if group.trust != "none" for name in group.columns}
    trusted -= {name for group in groups if group.trust == "none" for name in group.columns}
    distrusted = tuple(name for name in names if name not in trusted)
    sets = [] if not distrusted else [(distrusted, _largest(groups, distrusted, bin_size))]
    return tuple(Linked(*link) for link in (*sets, *_partly(groups, names)))


def _partly(groups: list[Group], names: list[str]) -> Iterator[tuple[tuple[str, ...], int | None]]:
    """The sets of groups with partial trust, with their bin sizes; None for that of the method."""
    for group in groups:
        known = tuple(name for name in names if name in group.columns)
        if group.trust == "partial" and known:
            yield known, group.bin_size


def _largest(groups: list[Group], names: tuple[str, ...], bin_size: int) -> int:
    """The bin size of columns that are linked together: the largest that one of them asks for."""
    concerned = [group for group in groups if group.trust == "none" and {*group.columns} & {*names}]
    named = {name for group in concerned for name in group.columns}
    sizes = [group.bin_size or bin_size for group in concerned]
    return max([*sizes, *([] if named >= {*names} else [bin_size])])


def _profile(study: Study, recipient: Recipient) -> Profile:
    """The profile of the recipient, from the study or from the file that it names."""
    known = recipient.profiles
    if isinstance(known, str):
        known = _read(study.folder / known)
    if recipient.name not in known:
        raise StudyError(
            f"recipient: there is no profile {recipient.name!r}."
            f"{did_you_mean(recipient.name, list(known))}"
        )
    return known[recipient.name]


def _read(path: Path) -> dict[str, Profile]:
    """All profiles in a file; an error if it is absent or wrong."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise StudyError(
            f"recipient: there is no file {path.name} with profiles beside the study. Write one,"
            " or name it under `recipient.profiles`."
        ) from None
    except (OSError, UnicodeDecodeError):
        raise DataError(f"recipient: {path.name} cannot be read as text.") from None
    given = study_text.parse(text, path.name)
    try:
        profiles: dict[str, Profile] = TypeAdapter(Profiles).validate_python(given)
    except ValidationError as error:
        raise study_error(error, given) from None
    return profiles


def recipient_of(study: Study) -> str | None:
    """The name of the recipient; None if the study names none."""
    name = getattr(study.recipient, "name", study.recipient)
    return None if name is None else str(name)
