"""A column of the input beside the same column of the release.

All comparisons happen in the release's dictionary: a value of the input that cannot be what a
released cell says has the code -1, because nothing in the release can stem from it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.study.terms import ColumnTerms, Terms
from shoal.verify.values.dictionary import Coded, Places, encode, positions
from shoal.verify.values.hierarchies import labels_by_level
from shoal.verify.values.spellings import in_canonical_spelling
from shoal.verify.values.texts import as_text, as_typed, normalize, spellings_of


@dataclass(frozen=True)
class Linked:
    """One released column.

    Attributes:
        data: The input's values.
        release: The released labels or values.
        levels: Per level, what each distinct value of the input becomes, as a code of the release.
            Of an aggregated column labels are not released; theirs are numbered on their own.
        comparable: The form of a text in which it can be compared with released texts.
        misspelled: How many released cells have another spelling than their value has.
    """

    terms: ColumnTerms
    data: Coded
    release: Coded
    levels: tuple[Places, ...]
    comparable: Callable[[pl.Series], pl.Series]
    misspelled: int = 0

    def codes_at(self, level: int) -> Places:
        """What each record of the input becomes on a level: a code of the release, or -1."""
        return self.levels[level][self.data.codes]

    def blank(self) -> NDArray[np.bool_]:
        """One flag per released record: whether its cell is empty."""
        missing: NDArray[np.bool_] = self.release.codes == self.release.missing
        return missing

    def available(self, level: int) -> NDArray[np.int64]:
        """How many cells of the input become each released text on a level, by its code."""
        counts = np.zeros(len(self.release.texts), dtype=np.int64)
        used = self.levels[level] >= 0
        np.add.at(counts, self.levels[level][used], self.data.counts[used])
        return counts


def link(name: str, data: pl.Series, release: pl.Series, terms: Terms, folder: Path) -> Linked:
    """The column as it was and as it was released."""
    column = terms.columns[name]
    before, after = input_values(data, column), encode(as_text(release, column))
    steps = [before.texts]
    if column.in_key:
        steps = labels_by_level(column, before.texts, folder)

    def comparable(texts: pl.Series) -> pl.Series:
        return as_typed(normalize(texts, column, neutralized=terms.neutralized), data.dtype, column)

    plain = _plain_texts(after.texts, column, neutralized=terms.neutralized)
    forms = spellings_of(plain, data.dtype, column)
    wrong = _count_misspelled(after, forms, steps, data) if terms.is_strict else 0
    after = after.rename(comparable(after.texts))
    if column.aggregate is not None:
        return Linked(column, before, after, tuple(map(_number_labels, steps)), comparable, wrong)
    steps = [comparable(step) for step in steps]
    if not terms.is_strict:
        after = after.rename(_in_own_spelling(after.texts, steps, column))
    places = (positions(step, after.texts) for step in steps)
    return Linked(column, before, after, tuple(places), comparable, wrong)


def _plain_texts(texts: pl.Series, column: ColumnTerms, *, neutralized: bool) -> pl.Series:
    """Released texts as their spelling is compared: numbers and empty texts are normalized.

    Other texts stay as they are, so that ranges keep their commas.
    """
    form = normalize(texts, column, neutralized=neutralized)
    as_it_is = (texts != "") & ~texts.str.contains(r"^[+-]?[0-9.,]+([eE][+-]?[0-9]+)?$")
    return pl.select(pl.when(as_it_is).then(texts).otherwise(form)).to_series()


def _count_misspelled(
    after: Coded, forms: Iterator[pl.Series], steps: list[pl.Series], data: pl.Series
) -> int:
    """How many released cells are spelled neither like a label nor as the column writes values.

    Digits behind a number could hold a name. A column writes all its values in one way: as the
    input has them, as a CSV file has values of its type, or as the study's type spells them.
    `forms` has the texts in each of these ways; the way with the fewest misspelled cells counts.
    """
    fewest = len(after.codes)
    for form in forms:
        odd = after.texts.ne_missing(form) & after.texts.ne_missing("'" + form)
        places = np.array(
            [at for at in odd.arg_true() if not _is_label(after.texts[at], steps, data)]
        )
        fewest = min(fewest, int(np.isin(after.codes, places).sum()) if len(places) else 0)
        if not fewest:
            break
    return fewest


def _is_label(text: str, steps: list[pl.Series], data: pl.Series) -> bool:
    """Whether a text is a label of the hierarchy; an empty one, if the input has empty texts."""
    if text == "":
        return data.dtype == pl.String and bool((data == "").any())
    return any((step == text).any() for step in steps)


def _in_own_spelling(texts: pl.Series, steps: list[pl.Series], column: ColumnTerms) -> pl.Series:
    """Released texts in the input's spelling, where the release spells a value in one other way.

    A value that the release spells in two ways keeps both texts, which then match no input value:
    whoever reads the release can tell them apart.
    """
    labels = pl.concat(steps).unique()
    spelled = in_canonical_spelling(texts, column)
    there = labels.implode()
    other = ~texts.is_in(there, nulls_equal=True) & spelled.is_in(there) & spelled.is_unique()
    return pl.select(pl.when(other).then(spelled).otherwise(texts)).to_series()


def _number_labels(labels: pl.Series) -> Places:
    """A number for each label, equal for equal labels."""
    return positions(labels, labels.unique(maintain_order=True))


def input_values(values: pl.Series, column: ColumnTerms) -> Coded:
    """The input's texts as hierarchies know them, declared missing values as null."""
    raw = encode(as_text(values, column))
    listed = pl.Series(column.missing, dtype=pl.String)
    texts, meant = (
        in_canonical_spelling(normalize(each, column, neutralized=False), column)
        for each in (raw.texts, listed)
    )
    missing = raw.texts.is_in(listed.implode()) | texts.is_in(meant.implode())
    return raw.rename(texts.set(missing.fill_null(value=False), None))
