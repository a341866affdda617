"""Safe Harbor: which columns of a table hold one of the eighteen kinds, by name or by values."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import polars as pl

from shoal.data.detection import SAMPLE
from shoal.data.table import exact_column
from shoal.risk.safe_harbor.by_value import AGES, dictionary_of_names, forms_of, share_of_names
from shoal.risk.safe_harbor.kinds import BY_NUMBER, Kind, kinds_by_name

MOST = 0.5  # a form is believed if more than this share of distinct values has it
AGREEING = 0.1  # the same for a column whose name agrees
PHONE, FAX = 4, 5  # two kinds whose values look the same
FEW = 3  # with fewer distinct values, a form says nothing unless the name agrees


@dataclass(frozen=True)
class Found:
    """A column that holds one of the eighteen kinds.

    Attributes:
        column: The column.
        kind: The kind.
        by: What it was recognized by: `name`, `values`, or `name and values`.
        share: The share of distinct values with the form of the kind; None if only the name says
            it.
        form: What the values look like; None if only the name says it.
    """

    column: str
    kind: Kind
    by: str
    share: float | None = None
    form: str | None = None


def safe_harbor(frame: pl.DataFrame, names: AbstractSet[str] | None = None) -> list[Found]:
    """Every kind found in a table of texts, column by column.

    Args:
        frame: The table, all columns as texts.
        names: Names of people in small letters, instead of the small dictionary of our own.
    """
    known = dictionary_of_names() if names is None else names
    return [
        found for name in frame.columns for found in _column(name, exact_column(frame, name), known)
    ]


def _column(column: str, values: pl.Series, names: AbstractSet[str]) -> Iterator[Found]:
    """The kinds that one column holds, by its name or by its values."""
    distinct = values.drop_nulls().unique(maintain_order=True).head(SAMPLE)
    named = {kind.number: words for kind, words in kinds_by_name(column)}
    formed = dict(_forms(distinct, named, names)) if len(distinct) else {}
    for number in sorted({*named, *formed}):
        share, form = formed.get(number, (None, None))
        if number == 3 and _is_harmless(distinct, formed):
            continue
        by = " and ".join([*(["name"] * (number in named)), *(["values"] * (share is not None))])
        yield Found(column, BY_NUMBER[number], by, share, form)


def _forms(
    distinct: pl.Series, named: dict[int, str], names: AbstractSet[str]
) -> Iterator[tuple[int, tuple[float, str]]]:
    """The numbers of the kinds whose form enough values have, with the share and the form.

    Args:
        distinct: The distinct values.
        named: The kinds that the name of the column says, by number.
        names: Names of people in small letters.
    """
    for validator, share in forms_of(distinct):
        number = FAX if validator.number == PHONE and FAX in named else validator.number
        agrees = number in named
        speaks = agrees or (validator.alone and len(distinct) >= FEW)
        if speaks and share > (AGREEING if agrees else MOST):
            yield number, (share, validator.form)
    people = share_of_names(distinct, names)
    if people > (AGREEING if 1 in named else MOST) and (1 in named or len(distinct) >= FEW):
        yield 1, (people, "names of people")
    old = float(AGES.is_of(distinct).mean() or 0)  # type: ignore[arg-type]
    if 3 in named and old:
        yield 3, (old, AGES.form)


def _is_harmless(distinct: pl.Series, formed: dict[int, tuple[float, str]]) -> bool:
    """Whether a so-called date or age holds years or ages up to 89 only, which are permitted."""
    numbers = distinct.str.contains(r"^\d{1,4}$")
    return 3 not in formed and bool(numbers.all())
