"""Hierarchies of codes whose beginning says more than their end: postal codes, diagnoses, drugs.

Diagnoses (ICD) become category, block and chapter if the classification knows nearly all of them,
otherwise their category (C25.-) and first character. Drugs (ATC) become the groups that their
beginnings name. Other codes of one length are masked from the right. LOINC is left out: its codes
are serial numbers, which say nothing about the measurement.
"""

from dataclasses import replace
from typing import TypeVar

import polars as pl

from shoal.data.column_names import words_of
from shoal.hierarchies.builder import Builder
from shoal.hierarchies.classification import USUAL, Unknown
from shoal.hierarchies.code_prefixes import CodePrefixes
from shoal.hierarchies.icd9 import Icd9
from shoal.hierarchies.icd10 import Icd10
from shoal.hierarchies.listed import Listed, useful_levels
from shoal.hierarchies.masking import Masking
from shoal.hierarchies.suppression import Suppression

ICD10 = r"^[A-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?\.?-?$"
ICD9 = r"^([0-9]{3}|V[0-9]{2}|E[0-9]{3})(\.?[0-9]{1,2})?$"
# The main groups of ATC: A, B, C, D, G, H, J, L, M, N, P, R, S, V; codes may end at any level.
ATC = r"^[ABCDGHJLMNPRSV][0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?$"
ATC_LENGTHS = (5, 4, 3, 1)
DIAGNOSIS = {"icd", "icd9", "icd10", "diag", "diagnosis", "diagnose"}
FEW = 5  # up to this many codes may look like diagnoses by chance
NEARLY_ALL = 0.95  # the share of codes that must be known
_CODE = r"^[0-9A-Za-z][0-9A-Za-z .-]*[0-9A-Za-z]$"
_ZERO = r"^0[0-9]"
SHORTEST, LONGEST = 3, 12
DIGITS = 5  # this many digits in every value make a code, fewer a number

Edition = TypeVar("Edition", Icd9, Icd10)


def code_builder(values: pl.Series, levels: int) -> Builder | None:
    """The builder for values that are all codes, or None."""
    if values.str.contains(ATC).all() and values.str.contains("^.{3}[A-Z]").any():
        return _drugs(values, levels)
    if _are_diagnoses(values):
        return _by_edition(values, levels) or _by_category(values, levels)
    return mask_builder(values, levels) if _is_code(values) else None


def diagnosis_builder(values: pl.Series, levels: int, name: str) -> Builder | None:
    """The builder for a column called a diagnosis that holds codes of one edition; or None."""
    called = DIAGNOSIS & set(words_of(name)) and len(values) > FEW
    return _by_edition(values, levels) if called else None


def _by_edition(values: pl.Series, levels: int) -> Builder | None:
    """The classification (ICD-10, or else ICD-9) that knows nearly every code, or None."""
    return _classification_builder(values, Icd10(), levels) or _classification_builder(
        values, Icd9(), levels
    )


def mask_builder(values: pl.Series, levels: int) -> Builder:
    """Masking from the right; prefixes of some lengths if masking would have too many levels."""
    masked = Masking().build(values).levels
    if len(masked) - 1 <= levels:
        return Masking()
    lengths = [len(masked) - 1 - at for at in useful_levels(masked[:-1], levels)]
    return CodePrefixes(lengths=tuple(lengths)) if lengths else Suppression()


def _drugs(values: pl.Series, levels: int) -> Builder:
    """Chemical, pharmacological and therapeutic subgroups, and the anatomical main group."""
    prefixes = CodePrefixes(lengths=ATC_LENGTHS).build(values).levels
    kept = tuple(ATC_LENGTHS[at - 1] for at in useful_levels(prefixes[:-1], levels))
    return CodePrefixes(lengths=kept) if kept else Suppression()


def _are_diagnoses(values: pl.Series) -> bool:
    """Whether all look like ICD, some have a letter, and lengths differ: other codes fail one."""
    shaped = (values.str.contains(ICD10) | values.str.contains(ICD9)).all()
    lettered = bool(values.str.contains("^[A-Z]").any())
    return len(values) > FEW and shaped and lettered and values.str.len_chars().n_unique() > 1


def _nearly_all(fits: pl.Series) -> bool:
    """Whether nearly all flags are true."""
    return int(fits.sum()) >= NEARLY_ALL * len(fits)


def _classification_builder(values: pl.Series, edition: Edition, levels: int) -> Edition | None:
    """The classification with its useful levels; None if it does not know nearly every code."""
    every = replace(edition, unknown="suppress").build(values).levels
    known = every[1] != "*"
    if not _nearly_all(known):
        return None
    kept = tuple(USUAL[at - 1] for at in useful_levels(every[:-1], levels))
    # A code that the classification does not know must not stop a run.
    unknown: Unknown = "error" if known.all() else "suppress"
    return type(edition)(levels=kept, unknown=unknown) if kept else None


def _is_code(values: pl.Series) -> bool:
    """Whether all values are codes of one length, and not merely numbers."""
    lengths = values.str.len_chars()
    length = int(lengths[0])
    if lengths.n_unique() > 1 or not SHORTEST <= length <= LONGEST:
        return False
    if not values.str.contains(_CODE).all() or not values.str.contains("[0-9]").any():
        return False
    digits = values.str.contains("^[0-9]+$").all()
    return not digits or length >= DIGITS or bool(values.str.contains(_ZERO).any())


def _by_category(values: pl.Series, levels: int) -> Listed:
    """For codes of several editions or of none: the first three characters, then the first."""
    bare = values.str.replace(r"\.?-?$", "").str.replace(".", "", literal=True)
    labels = [values, bare.str.slice(0, 3) + ".-", bare.str.slice(0, 1) + "…"]
    return Listed.of(labels, levels, "diagnoses")
