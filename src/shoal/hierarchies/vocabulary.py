"""Generalizes words of everyday vocabularies: countries, degrees, occupations.

A label depends on the word only, so new words get the labels they would have had. Countries belong
to the regions of the United Nations (M49), US states to the divisions of the Census Bureau,
occupations to the major groups of ISCO-08, races to the categories of the US census.
"""

import csv
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, get_args

import polars as pl
from annotated_types import Ge, Len

from shoal.errors import StudyError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

Name = Literal[
    "country",
    "us-state",
    "education",
    "marital-status",
    "occupation",
    "class-of-worker",
    "race",
    "month",
]
NAMES: tuple[Name, ...] = get_args(Name)
OTHER = "(other)"
_BETWEEN = r"[^\p{L}\p{N}]+"


@builders.register("vocabulary", begin={"of": "country"})
@plugin()
class Vocabulary:
    """Words become what they are a kind of: `Peru`, `South America`, `Americas`, `*`.

    Case, accents and punctuation do not matter (`United-States` is `united states`). A word that
    the vocabulary does not have is `(other)`.

    Example:
        `{builder: vocabulary, of: country}`

    Attributes:
        of: What the words are: `country` (names and ISO codes, by region), `us-state` (by census
            division and region), `education` (by degree), `marital-status`, `occupation` (by major
            group), `class-of-worker`, `race` (and ethnicity) or `month` (by quarter).
        levels: Which levels of the vocabulary there are above the words, the narrowest is 1;
            otherwise all.

    Card:
        title: Known words
        noun: known words
        advice: For countries, states, education, marital status, occupation, race, months.
        more: Peru becomes South America, then Americas. Unknown words are (other).
        types: string, ordered
        values: words
        reference: United Nations M49
        reference: ISCO-08
        place: 3
    """

    of: Name
    levels: Annotated[tuple[Annotated[int, Ge(1)], ...], Len(1)] | None = None

    def __post_init__(self) -> None:
        """Refuse levels that the vocabulary does not have, or that do not become coarser."""
        levels, height = self._levels, self.height
        if list(levels) != sorted(set(levels)) or levels[-1] > height:
            raise StudyError(
                f"The builder `vocabulary`: `levels` must rise, and {self.of} has {height} of them."
            )

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these words."""
        words, known = normalize_words(values), labels_by_word(self.of)
        labels = list(known.values())
        levels = [
            words.replace_strict(list(known), [path[at - 1] for path in labels], default=OTHER)
            for at in self._levels
        ]
        return Hierarchy.of([values, *levels, ["*"] * len(values)], f"vocabulary ({self.of})")

    @property
    def height(self) -> int:
        """How many levels the vocabulary has above its words."""
        return len(next(iter(labels_by_word(self.of).values())))

    @property
    def _levels(self) -> tuple[int, ...]:
        """The levels of the vocabulary that are used, the narrowest first."""
        return self.levels or tuple(range(1, self.height + 1))


@cache
def labels_by_word(name: Name) -> Mapping[str, tuple[str, ...]]:
    """By normalized word of a vocabulary: its label on each level, the narrowest first."""
    path = files("shoal.hierarchies") / "classifications" / f"{name}.csv"
    lines = csv.reader(path.read_text("utf-8").splitlines()[1:], delimiter=";")
    rows = [
        (tuple(labels), normalize_words(pl.Series(words.split("|")))) for *labels, words in lines
    ]
    return {word: labels for labels, words in rows for word in words}


def normalize_words(values: pl.Series) -> pl.Series:
    """Words in small letters, without accents, one space between them."""
    bare = values.map_elements(_without_accents, return_dtype=pl.String)
    return bare.str.to_lowercase().str.replace_all(_BETWEEN, " ").str.strip_chars()


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
