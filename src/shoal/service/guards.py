"""Misuse guards: columns that would undo a release are refused unless acknowledged (design.md §6).

k-anonymity protects what the quasi-identifiers tell. A column that is released as it is and that
tells records apart by itself (a file number, a hashed name) gives everybody away.
"""

import re
from collections.abc import Callable, Iterator

import polars as pl

from shoal.data.table import Table
from shoal.errors import ShoalError, StudyError
from shoal.service.study import Study

ENOUGH = 20  # below this many values, "nearly all differ" says nothing
NEARLY_ALL = 0.8  # share of distinct values from which a column tells people apart
MOST = 0.9  # share of values that must have the form of an identifier or a hash
SAMPLE = 10_000  # values looked at for their form

Guard = Callable[[str, pl.Series], str | None]


def guarded(study: Study, table: Table) -> Iterator[ShoalError]:
    """One error for each guard that a column sets off without being acknowledged."""
    for name, column in study.columns.items():
        if column.role not in {"sensitive", "insensitive"} or name not in table.names:
            continue
        known = table.texts(name, column.options.type).drop_nulls()
        for guard, finding in GUARDS.items():
            acknowledged = f"{guard}:{name}" in study.acknowledge
            if not acknowledged and (found := finding(name, known)):
                yield StudyError(_advice(guard, name, found))


def near_unique(_: str, known: pl.Series) -> str | None:
    """Nearly every record has a value of its own."""
    distinct = known.n_unique()
    if len(known) < ENOUGH or distinct < NEARLY_ALL * len(known):
        return None
    return f"{distinct:,} distinct values in {len(known):,} records tell nearly everybody apart"


def looks_like_identifier(name: str, known: pl.Series) -> str | None:
    """The name is that of an identifier, or most values have the form of one."""
    if _named_like_identifier(name):
        return "the name is that of an identifier"
    for form, pattern in FORMS.items():
        if _share(known, pattern) >= MOST:
            return f"most values look like {form}"
    return None


def looks_like_hash(_: str, known: pl.Series) -> str | None:
    """Most values look like a digest, which anybody can compute again from a list of names."""
    if _share(known, HASH) >= MOST:
        return "most values look like hashes, and hashes without a key can be computed again"
    return None


GUARDS: dict[str, Guard] = {
    "near-unique": near_unique,
    "looks-like-identifier": looks_like_identifier,
    "looks-like-hash": looks_like_hash,
}

FORMS = {
    "email addresses": r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    "social security numbers": r"^\d{3}-\d{2}-\d{4}$",
    "telephone numbers": r"^(\+\d{1,3}[\s-]?)?\(?\d{2,4}\)?[\s/-]\d{3,4}[\s-]?\d{2,6}$",
    "internet addresses": r"^(https?://\S+|\d{1,3}(\.\d{1,3}){3})$",
    "unique numbers (UUID)": r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
}
# MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, in hexadecimal digits or base 64.
HASH = (
    r"^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}"
    r"|[0-9A-F]{32}|[0-9A-F]{40}|[0-9A-F]{56}|[0-9A-F]{64}|[0-9A-F]{96}|[0-9A-F]{128}"
    r"|[0-9A-Za-z+/_-]{22}==|[0-9A-Za-z+/_-]{27}=|[0-9A-Za-z+/_-]{43}=|[0-9A-Za-z+/_-]{86}==)$"
)
_WORDS = {"ssn", "mrn", "email", "phone", "telephone", "mobile", "fax", "passport", "iban", "nhs"}
_NAMES = {
    *("name", "fullname", "firstname", "lastname", "surname", "givenname", "familyname"),
    *("patientname", "address", "street", "streetaddress", "ipaddress", "licenseplate"),
    *("patientid", "patientno", "patientnumber", "personid", "subjectid", "recordid"),
    *("medicalrecordnumber", "socialsecuritynumber", "insurancenumber", "accountnumber"),
}


def _named_like_identifier(name: str) -> bool:
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)
    lower = [word.lower() for word in words]
    return bool(_WORDS & set(lower)) or "".join(lower) in _NAMES


def _share(known: pl.Series, pattern: str) -> float:
    """The share of values, among the first ones, that have a form."""
    sample = known.head(SAMPLE)
    return float(sample.str.contains(pattern).mean() or 0)  # type: ignore[arg-type]


def _advice(guard: str, name: str, found: str) -> str:
    return (
        f"Column {name!r} ({guard}): {found}. Give it `role: identifier` or make it a"
        " quasi-identifier with a hierarchy. If it is harmless, say so in the study:"
        f" `acknowledge: [{guard}:{name}]`."
    )
