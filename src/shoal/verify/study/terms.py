"""The verifier's own reading of a study: what may be released, and under which promises.

The service checks a study thoroughly; here only what a release must obey is read (docs/study.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from shoal.errors import StudyError
from shoal.verify.findings.times import LATEST
from shoal.verify.study.known_settings import (
    is_known_method,
    is_local,
    pseudonym_of,
    unknown_settings,
)

ROLES = ("identifier", "quasi-identifier", "sensitive", "insensitive", "undecided")
GONE = ("identifier", "undecided")  # roles of columns that are not released, unless replaced
PRIVATE = "differential-privacy"
MODES = ("left-out", "blank", "keep-values")  # what becomes of suppressed records


@dataclass(frozen=True)
class ColumnTerms:
    """What the study says about one column.

    Attributes:
        hierarchy: The settings of its builder; a path became `{builder: file, path: …}`.
        lowest: The lowest level a release may use.
        highest: The highest level, or None for the hierarchy's height.
        missing: Texts that are read as missing.
        decimal: The decimal mark of the input file.
        order: All values of an ordered column, lowest first.
        written: The input's format of dates with years of two digits; `format` has four then.
        pivot: The last year that two digits can mean; None unless `written` is set.
        aggregate: How the values of a class become one, where they do.
        pseudonym: The settings of its pseudonyms; None if the column has none.
        shift: How dates are moved, where they are.
        forgets: Whether values that are not in the hierarchy are missing, not errors.
    """

    name: str
    role: str
    type: str = "string"
    format: str | None = None
    hierarchy: Mapping[str, Any] | None = None
    lowest: int = 0
    highest: int | None = None
    missing: tuple[str, ...] = ()
    decimal: str = "."
    order: tuple[str, ...] = ()
    written: str | None = None
    pivot: int | None = None
    aggregate: Mapping[str, Any] | None = None
    pseudonym: Mapping[str, Any] | None = None
    shift: Mapping[str, Any] | None = None
    forgets: bool = False

    @property
    def is_replaced(self) -> bool:
        """Whether the release shows pseudonyms or shifted dates instead of values."""
        return self.pseudonym is not None or self.shift is not None

    @property
    def is_generalized(self) -> bool:
        """Whether released values are ancestors or aggregates; others are released as they are."""
        return self.role == "quasi-identifier"

    @property
    def in_key(self) -> bool:
        """Whether the column helps to form classes; an aggregated one only with `clustering`."""
        outside = self.aggregate is not None and not self.aggregate.get("clustering")
        return self.is_generalized and not outside


@dataclass(frozen=True)
class Terms:
    """What the study says about a release.

    Attributes:
        released: The columns of the release that show values of the input, generalized or not.
        promises: The settings of each promise, those of a method's constraints included.
        replaced: The columns of the release that show pseudonyms or shifted dates.
        acknowledged: Risks that the study accepts explicitly, as `guard:column`.
        limit: The largest share of records that may be suppressed, exactly as written.
        mode: What became of suppressed records: left out, blank, or only generalized cells blank.
        shuffled: Whether the release must not have the order of the input.
        neutralized: Whether cells that a spreadsheet would run were made harmless.
        person: The column that tells whose record it is; promises then count people.
        unknown: Settings that change what a release is and that this verifier cannot check yet.
        local: Whether records have levels of their own.
        method: The method of the study with its parameters, if this verifier knows it; else None.
        strange_method: The method, if this verifier does not know it; else None.
        subset: Which records of the input may be released; None for all.
        population: Whom the records could be about, where the study says so.
        game: What publisher and adversary play for, where the study says so.
        repeatable: Whether what was drawn by chance can be drawn again.
        in_part: Whether nobody knows who was drawn (`scope_of` sets it): then classes may be partly
            released.
        recipient: Who gets the release, where the study says so for all columns.
        written: All columns of the release, in its order.
        checks: The number of the newest checks to make: those of the time of the run.
    """

    columns: Mapping[str, ColumnTerms]
    released: tuple[str, ...]
    promises: tuple[Mapping[str, Any], ...]
    limit: Fraction
    mode: str
    shuffled: bool
    neutralized: bool
    source: Mapping[str, Any]
    person: str | None
    unknown: tuple[str, ...]
    local: bool = False
    method: Mapping[str, Any] | None = None
    subset: Mapping[str, Any] | None = None
    population: Mapping[str, Any] | None = None
    game: Mapping[str, Any] | None = None
    replaced: tuple[str, ...] = ()
    acknowledged: tuple[str, ...] = ()
    repeatable: bool = False
    in_part: bool = False
    recipient: str | None = None
    written: tuple[str, ...] = ()
    checks: int = LATEST
    strange_method: Mapping[str, Any] | None = None

    @property
    def unknown_method(self) -> tuple[Mapping[str, Any], ...]:
        """What a method that this verifier does not know promises, as one promise; else empty."""
        method = self.strange_method or {}
        own = {key: method[key] for key in method if key not in ("name", "constraints")}
        return ({"model": str(method.get("name")), **own},) if method else ()

    @property
    def is_strict(self) -> bool:
        """Whether the newest checks are made: one spelling of values, one form of the file."""
        return self.checks >= LATEST

    @property
    def is_private(self) -> bool:
        """Whether the study promises differential privacy."""
        return any(promise.get("model") == PRIVATE for promise in self.promises)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """All generalized columns, released or not."""
        return tuple(name for name, column in self.columns.items() if column.is_generalized)

    @property
    def columns_to_read(self) -> tuple[str, ...]:
        """The columns of the input that the checks look at, each once."""
        person = () if self.person is None else (self.person,)
        return tuple(
            dict.fromkeys((*self.released, *self.replaced, *person, *self.columns_in_promises))
        )

    @property
    def columns_in_promises(self) -> tuple[str, ...]:
        """The columns that promises name, as far as the study has them."""
        named = dict.fromkeys(str(promise.get("column")) for promise in self.promises)
        return tuple(name for name in named if name in self.columns)

    @property
    def counts_population(self) -> bool:
        """Whether a promise counts who of the population looks like each class; no estimates."""
        return any(_counts_population(promise) for promise in self.promises)

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The columns that the release must not have."""
        columns = self.columns.items()
        return tuple(n for n, column in columns if column.role in GONE and not column.is_replaced)

    def most_suppressed(self, records: int) -> int:
        """The largest number of suppressed records: floor(limit · records), exactly."""
        return int(self.limit * records)

    @classmethod
    def of(cls, study: Mapping[str, Any], checks: int = LATEST) -> "Terms":
        """The terms of a parsed study file; `checks` is the number of the newest checks to make."""
        source, output = _source(study.get("data")), study.get("output") or {}
        columns = _columns(study.get("columns"), str(source.get("decimal") or "."))
        free = (n for n, keys in columns.items() if keys.role not in GONE or keys.is_replaced)
        written = tuple(output.get("columns") or free)
        # Differential privacy draws records, suppresses what it must and forgets what is unknown.
        private = any(keys.get("model") == PRIVATE for keys in study.get("privacy") or ())
        if private:
            columns = {name: replace(column, forgets=True) for name, column in columns.items()}
        return cls(
            columns=columns,
            released=tuple(n for n in written if n not in columns or not columns[n].is_replaced),
            acknowledged=tuple(map(str, study.get("acknowledge") or ())),
            replaced=tuple(n for n in written if n in columns and columns[n].is_replaced),
            promises=(*(study.get("privacy") or ()), *_constraints(study)),
            limit=Fraction(1) if private else _share(study.get("suppression_limit") or 0),
            mode=_one_of(MODES, output.get("suppressed") or "left-out", "output.suppressed"),
            shuffled=output.get("shuffle") is not False,
            neutralized=bool(output.get("neutralize_formulas")),
            source=source,
            person=str(study["person"]) if study.get("person") else None,
            unknown=tuple(unknown_settings(study)),
            local=is_local(study),
            method=study.get("method") if is_known_method(study) else None,
            strange_method=None if is_known_method(study) else _as_mapping(study.get("method")),
            subset={"sample": PRIVATE} if private else study.get("subset"),
            population=study.get("population"),
            game=study.get("game"),
            repeatable=bool(study.get("reproducible")),
            recipient=_recipient(study.get("recipient")),
            written=written,
            checks=checks,
        )


def _as_mapping(given: object) -> Mapping[str, Any] | None:
    return given if isinstance(given, Mapping) else None


def _recipient(given: object) -> str | None:
    """The name of the recipient, who is given as a name or as a mapping with one."""
    name = given.get("name") if isinstance(given, Mapping) else given
    return None if name is None else str(name)


def _counts_population(promise: Mapping[str, Any]) -> bool:
    """Whether a promise counts the population itself instead of estimating it."""
    estimated = promise.get("estimator") not in (None, "none")
    return promise.get("model") in ("delta-presence", "journalist-profitability") or (
        promise.get("model") == "k-map" and not estimated
    )


def _source(data: object) -> Mapping[str, Any]:
    if isinstance(data, Mapping):
        return data
    return {} if data is None else {"path": str(data)}


def _columns(given: object, decimal: str) -> dict[str, ColumnTerms]:
    if not isinstance(given, Mapping) or not given:
        raise StudyError("The study names no columns. Expected the key `columns`.")
    return {str(name): _column(str(name), keys or {}, decimal) for name, keys in given.items()}


def _column(name: str, keys: Mapping[str, Any], decimal: str) -> ColumnTerms:
    hierarchy = keys.get("hierarchy")
    if isinstance(hierarchy, str):
        hierarchy = {"builder": "file", "path": hierarchy}
    format, pivot = keys.get("format"), keys.get("pivot")
    if pivot is not None:
        format = str(format).replace("%D", "%m/%d/%y").replace("%x", "%m/%d/%y")
        format = format.replace("%y", "%Y")
    return ColumnTerms(
        name=name,
        role=_one_of(ROLES, keys.get("role"), f"columns.{name}.role"),
        type=str(keys.get("type") or "string"),
        format=format,
        written=None if pivot is None else keys.get("format"),
        pivot=None if pivot is None else int(pivot),
        hierarchy=hierarchy,
        lowest=int(keys.get("min_level") or 0),
        highest=None if keys.get("max_level") is None else int(keys["max_level"]),
        missing=tuple(str(text) for text in keys.get("missing") or ()),
        decimal=decimal,
        order=tuple(str(text) for text in keys.get("order") or ()),
        aggregate=keys.get("aggregate"),
        pseudonym=pseudonym_of(keys.get("pseudonym")),
        shift=keys.get("shift"),
    )


def _constraints(study: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a method also promises about sensitive columns."""
    method = study.get("method")
    return list(method.get("constraints") or ()) if isinstance(method, Mapping) else []


def _share(given: object) -> Fraction:
    """The share by its decimal text, so that 0.1 means one tenth."""
    try:
        share = Fraction(Decimal(str(given)))
    except (InvalidOperation, ValueError, OverflowError):
        raise StudyError("`suppression_limit` is not a number between 0 and 1.") from None
    if not 0 <= share <= 1:
        raise StudyError("`suppression_limit` is not a number between 0 and 1.")
    return share


def _one_of(known: tuple[str, ...], given: object, key: str) -> str:
    """The given word if it is known; else StudyError, which names the key."""
    if given not in known:
        raise StudyError(f"`{key}` is not one of: {', '.join(known)}.")
    return str(given)
