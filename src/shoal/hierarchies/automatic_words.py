"""Hierarchies of columns that are recognized by name and values: ages, vocabularies.

A name alone decides nothing: the values must agree. Values alone decide only if nearly all of them
are words of one vocabulary, and not mere abbreviations, which can mean many things.
"""

import polars as pl

from shoal.data.column_names import words_of
from shoal.hierarchies.ages import Ages, Years
from shoal.hierarchies.builder import Builder
from shoal.hierarchies.counted import Counted
from shoal.hierarchies.listed import useful_levels
from shoal.hierarchies.vocabulary import NAMES, Name, Vocabulary, labels_by_word, normalize_words

AGE = {"age", "ages", "alter", "iage"}
# Words in a column's name that suggest a vocabulary.
HINTS: dict[Name, set[str]] = {
    "country": {"country", "nation", "nationality", "birthplace", "citizenship", "land"},
    "us-state": {"state", "statenum", "istatenum", "province"},
    "education": {"education", "educ", "edu", "school", "degree", "bildung", "schulabschluss"},
    "marital-status": {"marital", "marstat", "married", "civil", "familienstand"},
    "occupation": {"occupation", "profession", "job", "beruf"},
    "class-of-worker": {"workclass", "employer", "worker"},
    "race": {"race", "irace", "ethnicity", "ethnic", "hispanic", "ihispanic"},
    "month": {"month", "mon", "deathmon", "ideathmon", "monat", "qrtr", "quarter"},
}
HINTED = 0.7  # the share of values that the vocabulary must know; the others become (other)
UNHINTED = 0.9  # the share of values and of records that it must know if the name says nothing
LETTERS = 4  # shorter words are abbreviations
WIDTHS = (5, 10, 20, 40)


def age_builder(column: Counted, levels: int, name: str) -> Builder | None:
    """Bands for a column that is called an age and holds nothing else, or None."""
    if not AGE & set(words_of(name)) or levels < 2:
        return None
    years = Years.of(column.values)
    widths = [width for width in WIDTHS if years.fit(width, Ages().top).all()]
    if not widths or len(widths) == 1:
        return None
    bands = Ages(widths=tuple(widths)).build(column.values).levels
    few = widths[:3] if len(widths) == len(WIDTHS) else widths
    kept = tuple(widths[at - 1] for at in useful_levels(bands[: len(few) + 1], levels))
    return Ages(widths=kept) if kept else None


def vocabulary_builder(column: Counted, levels: int, name: str) -> Builder | None:
    """The vocabulary that a column's words come from, if it groups them; or None."""
    words = normalize_words(column.values)
    shares = {vocabulary: _share(column, words, vocabulary, name) for vocabulary in NAMES}
    best = max(NAMES, key=lambda vocabulary: shares[vocabulary])
    if not shares[best]:
        return None
    every = Vocabulary(of=best)
    kept = useful_levels(every.build(column.values).levels[:-1], levels)
    if len(kept) == every.height:
        return every
    return Vocabulary(of=best, levels=tuple(kept)) if kept else None


def _share(column: Counted, words: pl.Series, vocabulary: Name, name: str) -> float:
    """The share of values that a vocabulary knows, or 0 if it knows too few.

    If the name of the column hints at the vocabulary, 1 is added, so that it comes first.
    """
    hinted = bool(HINTS[vocabulary] & set(words_of(name)))
    known = words.is_in(list(labels_by_word(vocabulary)))
    if not hinted:
        known &= words.str.len_chars() >= LETTERS
    share = int(known.sum()) / len(known)
    records = float(column.counts[known.to_numpy()].sum()) / column.records
    enough = share >= HINTED if hinted else min(share, records) >= UNHINTED
    return share + hinted if enough and known.sum() > 2 else 0.0
