"""Are the files of a run folder those that were written, and is every one of them accounted for?

`summary.json` names the fingerprint of every file that the run wrote, and of every file that its
study reads. Later verbs add a line to `added.jsonl` for each file they write; every line holds the
fingerprint of the line before (the first: that of `summary.json`), so no line can be changed alone.
The certificate holds a salted fingerprint of the study and of all hierarchies.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from shoal.errors import DataError
from shoal.verify.certified import promises_finding
from shoal.verify.findings.times import FIRST, newer_checks
from shoal.verify.findings.verdict import Finding

SUMMARY, FACTS, ADDED = "summary.json", "certificate.json", "added.jsonl"
PAGES = ("certificate.html", "certificate.pdf")
RELEASED = ("draft.", "draft_", "release.", "release_")  # a release is a draft until it is shared
PARTS = (".csv", ".parquet")  # a release in parts is a folder that is named like one file
SHOWN = 5  # names in a sentence


@dataclass(frozen=True)
class RunFolder:
    """What the files of a run folder say about it.

    Attributes:
        path: The folder.
        summary: The content of `summary.json`; empty where there is none.

    A fingerprint is the SHA-256 of a file, in hexadecimal digits.
    """

    path: Path
    summary: Mapping[str, Any]

    @classmethod
    def of(cls, path: Path) -> "RunFolder":
        """The folder as it is now; DataError if its summary cannot be read."""
        return cls(path, _json(path / SUMMARY) if (path / SUMMARY).is_file() else {})

    @property
    def newest_checks(self) -> int:
        """The number of the newest checks that the run was made for.

        The certificate counts, too: no change of the summary makes a run look older than it is.
        """
        return max(_number(self.summary.get("seal")), _number(self.facts.get("seal")))

    @property
    def writers(self) -> Mapping[str, str]:
        """The versions of libraries that wrote the release."""
        return _as_mapping(_as_mapping(self.summary.get("seal")).get("writers"))

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The content of `certificate.json`; empty where there is none."""
        return _json(self.path / FACTS) if (self.path / FACTS).is_file() else {}

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines about files that later verbs wrote."""
        path = self.path / ADDED
        return path.read_bytes().splitlines() if path.is_file() else []

    @cached_property
    def fingerprints(self) -> dict[str, str | None]:
        """The fingerprint that each file must have, by its path in the folder.

        Later verbs may rewrite the pages of the certificate, but no other file that the run wrote:
        a line about such a file does not count.
        """
        entries = [_entry(line) for line in self.lines]
        added = {str(entry.get("file")): str(entry.get("sha256")) for entry in entries}
        files = dict(_as_mapping(self.summary.get("files")))
        return files | {name: added[name] for name in added if name in PAGES or name not in files}

    @property
    def files_under_seal(self) -> dict[str, str | None]:
        """The files, with fingerprints, that the salted fingerprint of the certificate covers."""
        own = _as_mapping(self.summary.get("files"))
        files = {name: own[name] for name in own if not name.startswith("certificate.")}
        return files | dict(_as_mapping(_as_mapping(self.summary.get("seal")).get("read")))


def folder_findings(
    run: Path, study: Mapping[str, Any], release: Path | None = None
) -> list[Finding]:
    """All findings about the files of a run folder; for older runs, only those they can pass.

    Args:
        run: The run folder.
        study: The study that is verified: the one in the folder, with its input.
        release: The file that is checked as the release; the one in the folder if not given.
    """
    folder = RunFolder.of(run)
    own = [certificate_finding(folder, release)] if folder.summary.get("files") else []
    if folder.newest_checks == FIRST:
        return own
    return [
        *own,
        files_finding(folder),
        *_findings_of_sources(folder, study),
        promises_finding(study, folder.facts),
    ]


def older_findings(run: Path) -> list[Finding]:
    """A finding that names the checks that a run is older than, if there are any."""
    return newer_checks(RunFolder.of(run).newest_checks)


def certificate_finding(folder: RunFolder, release: Path | None = None) -> Finding:
    """Whether release and certificate are those that were written, and belong together.

    A given `release` is looked at instead of the file in the folder.
    """
    mine = {
        n: sha
        for n, sha in folder.fingerprints.items()
        if n.startswith((*RELEASED, "certificate."))
    }
    places = {name: folder.path / name for name in mine}
    if release is not None:
        places |= {name: release for name in mine if name.startswith(("draft.", "release."))}
    wrong = [name for name in mine if fingerprint(places[name]) != mine[name]]
    if mine and FACTS not in wrong:
        named = _fingerprints_of_release(_as_mapping(folder.facts.get("release")))
        wrong += [name for name in named if mine.get(name) != named[name]]
    return Finding("certificate", not wrong, " ".join(map(_change_sentence, dict.fromkeys(wrong))))


def files_finding(folder: RunFolder) -> Finding:
    """Whether every file of the folder is listed and unchanged, and the list is whole."""
    mine = {
        n: sha for n, sha in folder.fingerprints.items() if not n.startswith((*RELEASED, "certif"))
    }
    changed = [name for name in mine if fingerprint(folder.path / name) != mine[name]]
    unknown = sorted(set(_files_inside(folder)) - set(folder.fingerprints) - {SUMMARY, ADDED})
    problems = [_change_sentence(name) for name in changed]
    if unknown:
        some = ", ".join(unknown[:SHOWN]) + (", …" if len(unknown) > SHOWN else "")
        problems.append(
            f"{len(unknown)} files are in the folder that neither the run nor a later verb wrote:"
            f" {some}. Move them elsewhere."
        )
    if not _is_chained(folder):
        problems.append(f"{ADDED} or {SUMMARY} was changed: its lines do not follow each other.")
    if not _is_sealed(folder):
        problems.append("Study and hierarchies are not those that the certificate was made for.")
    return Finding("files", not problems, " ".join(problems))


def fingerprint(path: Path) -> str | None:
    """The fingerprint of a file, or of a release in parts; None where there is neither."""
    if path.is_dir() and path.suffix in PARTS:
        lines = [f"{fingerprint(part)}  {part.name}\n" for part in sorted(path.iterdir())]
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint_with_salt(files: Mapping[str, str | None], salt: str) -> str:
    """One fingerprint of many, which says nothing to anybody who does not know the salt."""
    lines = "".join(f"{files[name]}  {name}\n" for name in sorted(files))
    return hmac.digest(bytes.fromhex(salt), lines.encode(), "sha256").hex()


def _files_inside(folder: RunFolder) -> Iterator[str]:
    """The path of every file below the folder; a release in parts counts as one file."""
    for path in folder.path.rglob("*"):
        name = path.relative_to(folder.path).as_posix()
        of_parts = name.split("/")[0] in folder.fingerprints and "/" in name
        if not of_parts and (path.is_symlink() or not path.is_dir() or name in folder.fingerprints):
            yield name


def _is_chained(folder: RunFolder) -> bool:
    """Whether every line about added files holds the fingerprint of the line before."""
    before = fingerprint(folder.path / SUMMARY)
    for line in folder.lines:
        if _entry(line).get("before") != before:
            return False
        before = hashlib.sha256(line).hexdigest()
    return True


def _is_sealed(folder: RunFolder) -> bool:
    """Whether the salted fingerprint of the certificate is that of study and hierarchies."""
    if not folder.facts:  # another finding is about its absence
        return True
    salt = str(_as_mapping(folder.summary.get("seal")).get("salt"))
    try:
        return _as_mapping(folder.facts.get("seal")).get("sha256") == fingerprint_with_salt(
            folder.files_under_seal, salt
        )
    except ValueError:  # no salt
        return False


def _findings_of_sources(folder: RunFolder, study: Mapping[str, Any]) -> Iterator[Finding]:
    """Whether what the study reads is what the run read.

    Another input makes one more finding, which only says that the release was compared with it.
    """
    read = _as_mapping(_as_mapping(folder.summary.get("seal")).get("read"))
    places = set(paths_in({key: study[key] for key in study if key != "data"}))
    known = set(folder.fingerprints)
    other = [place for place in places if place not in read and place not in known]
    changed = [place for place in read if fingerprint(folder.path / place) != read[place]]
    wrong = sorted({Path(place).name for place in (*other, *changed)})
    reason = f"Other files than the run read, or changed since: {', '.join(wrong)}."
    yield Finding("files read", not wrong, reason if wrong else "")
    sha256, path = _as_mapping(folder.summary.get("input")).get("sha256"), _input(study)
    if sha256 and path and fingerprint(folder.path / path) != sha256:
        reason = "The input is not the file that the run read; the release was compared with it."
        yield Finding("input", "not_checked", reason)


def paths_in(keys: object) -> Iterator[str]:
    """Every file that a study reads; its secrets have other keys."""
    waiting = [keys]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mapping):
            paths = (part.get("path"), part.get("hierarchy"))
            yield from (path for path in paths if isinstance(path, str))
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part


def _input(study: Mapping[str, Any]) -> str | None:
    """The path of the input; None if the study reads no file."""
    data = study.get("data")
    path = data.get("path") if isinstance(data, Mapping) else data
    return None if path is None else str(path)


def _fingerprints_of_release(release: Mapping[str, Any]) -> dict[str, Any]:
    """The files of a release and their fingerprints, as a certificate names them."""
    file = {release["file"]: release["sha256"]} if release.get("file") else {}
    return file | dict(release.get("beside") or {})


def _change_sentence(name: str) -> str:
    """The sentence about a file that was changed."""
    if name.startswith(RELEASED):
        return f"{name} is not the file that the certificate names: it was changed or replaced."
    return f"{name} was changed or removed since the run was written."


def _number(seal: object) -> int:
    """The number of the newest checks in a seal; the first if it says none."""
    checks = _as_mapping(seal).get("checks")
    return checks if isinstance(checks, int) else FIRST


def _as_mapping(found: object) -> Mapping[str, Any]:
    """What was found if it is a mapping, else an empty one."""
    return found if isinstance(found, Mapping) else {}


def _entry(line: bytes) -> Mapping[str, Any]:
    """What a line about an added file says; empty if it cannot be read."""
    try:
        return _as_mapping(json.loads(line))
    except ValueError:
        return {}


def _json(path: Path) -> Mapping[str, Any]:
    """The mapping in a file; DataError if it cannot be read."""
    try:
        return _as_mapping(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError):
        raise DataError(f"{path} cannot be read; it was changed since the run.") from None
