"""An independent check of a written release (docs/runs.md, "Verification").

This room trusts nothing that made the release: it reads the study, the files and the hierarchies
with its own code, builds the hierarchies again, and imports nothing of Shoal but its errors.

Its folders, lowest first; imports point to earlier ones, and this folder is above them:

    tables, findings   how tables are read; what is found
    study, values      what is promised; how texts, orders and hierarchies are read
    case, origins      input beside release; which record can stem from which
    promises, methods  what models and methods promise, computed again

`large`, above this folder, verifies tables that do not fit into memory.
"""

from shoal.verify.findings.verdict import Finding, Verdict
from shoal.verify.promises import CHECKS, is_checked_outside
from shoal.verify.promises.classes import Classes
from shoal.verify.study.known_settings import METHODS
from shoal.verify.tables.databases import read_table
from shoal.verify.verifier import verify, verify_frames

__all__ = [
    "Classes",
    "Finding",
    "Verdict",
    "is_checked",
    "is_ours",
    "read_table",
    "verify",
    "verify_frames",
]


def is_checked(name: str) -> bool:
    """Whether separate code checks what a privacy model or a method promises."""
    return is_ours(name) or is_checked_outside(name)


def is_ours(name: str) -> bool:
    """Whether the check is part of this verifier, not of another package."""
    return name in METHODS or name in CHECKS
