"""The seal of a run: the fingerprints of its files, of what its study reads, and a salted one.

The steward's summary holds them as they are. A certificate goes to others, who could try
hierarchies until a fingerprint fits, and hierarchies list values of the input. So the certificate
holds one salted fingerprint of all of them; the salt stays with the steward.
"""

import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from shoal.data.input_identity import fingerprint
from shoal.report.types.certificate import CertificateSeal
from shoal.report.types.ledger import SummarySeal
from shoal.verify.findings.times import LATEST

Fingerprints = dict[str, str | None]
CERTIFICATE = "certificate."


@dataclass(frozen=True)
class Seal:
    """What a run writes down about its files before it is certified.

    Attributes:
        files: The fingerprints of the files of the folder so far, by their path in it.
        read: The fingerprints of other files that the study reads, without its input, by path.
        salt: Random bytes in hexadecimal digits.
        checks: The newest check that the verifier knows, by its number.
        writers: The versions of the libraries that wrote the release.
    """

    files: Fingerprints
    read: Fingerprints
    salt: str
    checks: int
    writers: dict[str, str]

    @classmethod
    def of(cls, folder: Path, study: Mapping[str, object]) -> "Seal":
        """The seal of a folder whose study is written, and whose certificate is not."""
        files = {name: fingerprint(folder / name) for name in sorted(_names(folder))}
        others = _paths({key: study[key] for key in study if key != "data"})
        read = {path: fingerprint(folder / path) for path in others if path not in files}
        return cls(files, read, secrets.token_hex(32), LATEST, _writers())

    @property
    def of_certificate(self) -> CertificateSeal:
        """The salted fingerprint, which a certificate shows."""
        both = self.files | self.read
        lines = "".join(f"{both[name]}  {name}\n" for name in sorted(both))
        salted = hmac.digest(bytes.fromhex(self.salt), lines.encode(), hashlib.sha256).hex()
        return {"checks": self.checks, "sha256": salted}

    @property
    def of_summary(self) -> SummarySeal:
        """What the summary holds besides the fingerprints of the files."""
        return {
            "checks": self.checks,
            "salt": self.salt,
            "read": self.read,
            "writers": self.writers,
        }


def _writers() -> dict[str, str]:
    """The versions of the libraries that write releases, as far as they are installed."""
    versions = {}
    for name in ("polars", "pyarrow", "xlsxwriter"):
        with contextlib.suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _names(folder: Path) -> Iterator[str]:
    """Every file by its path in the folder; a release in parts counts as one file."""
    for path in folder.iterdir():
        if path.is_dir() and fingerprint(path) is None:
            inside = (each for each in path.rglob("*") if each.is_file())
            yield from (each.relative_to(folder).as_posix() for each in inside)
        else:
            yield path.name


def _paths(keys: object) -> Iterator[str]:
    """Every path that the keys of a study name for reading; secrets have other keys."""
    if isinstance(keys, Mapping):
        yield from (keys[key] for key in ("path", "hierarchy") if isinstance(keys.get(key), str))
        keys = list(keys.values())
    if isinstance(keys, list | tuple):
        for part in keys:
            yield from _paths(part)
