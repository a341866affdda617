"""Promises recomputed on the written release, exactly where numbers allow it.

A promise without a check here is reported as not checked, never as kept.
"""

from shoal.verify.promises.around import around_levels
from shoal.verify.promises.classes import classes_of_input
from shoal.verify.promises.findings import (
    Traced,
    check_promise,
    is_about_tables,
    keeps_every_promise,
    not_checked,
    promise_findings,
)
from shoal.verify.promises.known import CHECKS
from shoal.verify.promises.outside import is_checked_outside

__all__ = [
    "CHECKS",
    "Traced",
    "around_levels",
    "check_promise",
    "classes_of_input",
    "is_about_tables",
    "is_checked_outside",
    "keeps_every_promise",
    "not_checked",
    "promise_findings",
]
