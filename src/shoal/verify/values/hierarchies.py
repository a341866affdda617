"""The verifier's own hierarchies: for every value of a column, its label on each level.

Files in ARX's form and the builders `intervals`, `masking`, `identity` and `suppression`, all
written again from their definitions (docs/theory/hierarchies.md).
"""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import zstandard
from polars.exceptions import PolarsError

from shoal.errors import DataError, StudyError
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.tables.files import read_content
from shoal.verify.values.dictionary import positions
from shoal.verify.values.intervals import interval_levels
from shoal.verify.values.spellings import in_canonical_spelling


def labels_by_level(column: ColumnTerms, texts: pl.Series, folder: Path) -> list[pl.Series]:
    """The label of every text on each level, level 0 first; a null text is the missing value.

    Texts that are not in the hierarchy raise DataError, unless the column forgets them.
    """
    levels = whole_hierarchy(column, texts, folder)
    rows = positions(texts, levels[0])
    if column.forgets:
        rows = np.where(rows < 0, int(levels[0].is_null().arg_max() or 0), rows)
    unknown = int((rows < 0).sum())
    if unknown:
        raise DataError(f"Column {column.name!r}: {unknown} values are not in its hierarchy.")
    return [level.gather(rows) for level in levels]


def whole_hierarchy(column: ColumnTerms, texts: pl.Series, folder: Path) -> list[pl.Series]:
    """The labels of all values of a column's hierarchy, one series per level.

    A file has values of its own; a builder labels `texts`, the distinct values of the data. Line i
    of each series is about the same value.
    """
    settings = column.hierarchy or {"builder": "identity"}
    builder = settings.get("builder")
    if builder == "file":
        levels = _in_one_spelling(_read_file(settings, folder, column.name), column)
    else:
        levels = _build(str(builder), settings, texts.drop_nulls(), column)
    if (texts.null_count() or column.forgets) and not levels[0].null_count():
        levels = _with_missing(levels)
    return levels


def _in_one_spelling(levels: list[pl.Series], column: ColumnTerms) -> list[pl.Series]:
    """A file's values in the one spelling of the column's type; spellings must agree on labels."""
    values = in_canonical_spelling(levels[0], column)
    if values.n_unique() == len(values):
        return [values, *levels[1:]]
    lines = pl.DataFrame({str(at): level for at, level in enumerate([values, *levels[1:]])})
    lines = lines.unique(maintain_order=True)
    twice = lines.height - lines["0"].n_unique()
    if twice:
        raise DataError(
            f"Column {column.name!r}: {twice} values have several spellings in its hierarchy, with"
            " different labels."
        )
    return lines.get_columns()


def _with_missing(levels: list[pl.Series]) -> list[pl.Series]:
    """The levels with a line for the missing value.

    It is missing on every level, but has the label of a single root on the last.
    """
    root = _root(levels)
    added = [None] * (len(levels) - 1) + [root]
    return [
        pl.concat([level, pl.Series([label], dtype=pl.String)], rechunk=True)
        for level, label in zip(levels, added, strict=True)
    ]


def _root(levels: list[pl.Series]) -> str | None:
    """The label of a single root; None if the hierarchy has none above its values."""
    top = levels[-1].unique()
    return top.item() if len(levels) > 1 and len(top) == 1 else None


# The settings of each builder that is built again here, besides those without effect on labels.
_KNOWN = {
    "identity": set[str](),
    "suppression": {"label"},
    "masking": {"align", "direction", "padding", "character"},
    "intervals": {"width", "levels", "factor", "intervals", "groups", "lower", "upper"}
    | {"always_root"},
}
_NO_EFFECT = {"builder", "shares", "domain_size", "alphabet_size"}


def _require_known(builder: str, settings: Mapping[str, Any], column: ColumnTerms) -> None:
    """Refuse settings that would be built differently here; such studies name a file instead."""
    if builder not in _KNOWN:
        raise StudyError(f"Column {column.name!r}: the verifier does not know builder {builder!r}.")
    unknown = sorted(set(settings) - _KNOWN[builder] - _NO_EFFECT)
    dates = builder == "intervals" and column.type == "date"
    if unknown or dates or (builder == "intervals" and not _numeric(settings)):
        raise StudyError(
            f"Column {column.name!r}: the verifier does not know these settings of the builder"
            f" {builder!r}."
        )


def _numeric(settings: object) -> bool:
    """Whether intervals are given by numbers only: no dates, no labels of their own."""
    if isinstance(settings, Mapping):
        plain = {key: value for key, value in settings.items() if key not in _NO_EFFECT}
        return "size" not in plain and all(map(_numeric, plain.values()))
    if isinstance(settings, list | tuple):
        return all(map(_numeric, settings))
    if isinstance(settings, str):
        return settings.replace(".", "", 1).lstrip("+-").isdigit()
    return settings is None or isinstance(settings, int | float | Decimal)


def _build(
    builder: str, settings: Mapping[str, Any], values: pl.Series, column: ColumnTerms
) -> list[pl.Series]:
    """The levels that a builder makes for the distinct values of a column."""
    _require_known(builder, settings, column)
    if builder == "identity":
        return [values]
    if builder == "suppression":
        label = str(settings.get("label", "*"))
        return [values, pl.Series([label]).new_from_index(0, len(values))]
    if builder == "masking":
        return mask_levels(values, settings)
    return interval_levels(values, settings, column.decimal)


def mask_levels(values: pl.Series, settings: Mapping[str, Any]) -> list[pl.Series]:
    """The labels of every value, level by level: level j hides j characters of the padded text."""
    padding = str(settings.get("padding", "*"))
    character = str(settings.get("character", "*"))
    from_left = str(settings.get("direction", "right-to-left")).startswith("left")
    longest = int(values.str.len_chars().max() or 0)  # type: ignore[arg-type]
    aligned_right = settings.get("align", "left") == "right"
    pad = values.str.pad_start if aligned_right else values.str.pad_end
    padded = pad(longest, padding)
    return [
        values,
        *(_hide(padded, j, longest, character, from_left) for j in range(1, longest + 1)),
    ]


def _hide(padded: pl.Series, hidden: int, longest: int, character: str, left: bool) -> pl.Series:
    """The texts with their first (`left`) or last `hidden` characters replaced."""
    shown = padded.str.slice(hidden if left else 0, longest - hidden)
    mask = pl.Series([character * hidden]).new_from_index(0, len(padded))
    return mask + shown if left else shown + mask


def _read_file(settings: Mapping[str, Any], folder: Path, name: str) -> list[pl.Series]:
    """The levels in a file, one line per value; DataError if it cannot be read."""
    path = folder / str(settings.get("path"))
    try:
        frame = pl.read_csv(
            read_content(path, str(settings.get("encoding") or "utf-8")),
            has_header=False,
            separator=settings.get("separator") or ";",
            quote_char=settings.get("quote") or '"',
            infer_schema=False,
        )
    except FileNotFoundError:
        raise DataError(f"Column {name!r}: there is no hierarchy {path.name}.") from None
    except (OSError, PolarsError, UnicodeError, EOFError, zstandard.ZstdError):
        raise DataError(f"Column {name!r}: its hierarchy {path.name} cannot be read.") from None
    levels = [_no_empty_text(column) for column in frame]
    levels[0] = _no_empty_text(levels[0].str.strip_chars())
    repeated = len(levels[0]) - levels[0].n_unique()
    if repeated:
        raise DataError(f"Column {name!r}: {repeated} values occur twice in its hierarchy.")
    return levels


def _no_empty_text(series: pl.Series) -> pl.Series:
    """The texts with null instead of empty ones."""
    return series.set(series == "", None)
