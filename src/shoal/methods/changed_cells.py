"""From changed values to what a method answers: cells, what is lost, and what is disclosed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Floats
from shoal.engine.cells import Cells
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.methods.perturbation.measures import (
    correlation_moved,
    disclosed,
    lost,
    moments_kept,
    share_linked,
)
from shoal.methods.perturbation.numbers import Numbers, numbers_of
from shoal.methods.registry import Treated
from shoal.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Changed:
    """A column whose values were changed.

    Attributes:
        at: Its place among the columns of the table.
        texts: What each record shows; null is missing.
        numbers: The numbers of the records before and after, in one unit; None for categories.
        confidence: How likely a shown value is the true one, for the value of which that is most
            certain; None where nobody can say.
    """

    at: int
    texts: pl.Series
    numbers: tuple[Floats, Floats] | None = None
    confidence: float | None = None

    @classmethod
    def of(cls, at: int, numbers: Numbers, after: Floats) -> "Changed":
        """A column of numbers; those after the change are rounded to the digits of the column."""
        return cls(at, numbers.texts(after), (numbers.values, np.rint(after)))


def places_of(encoded: EncodedTable, names: Sequence[str] | None) -> list[int]:
    """The places of the named columns; of all, if none are named."""
    columns = enumerate(encoded.columns)
    return [at for at, column in columns if names is None or column.name in names]


def numbers_at(encoded: EncodedTable, at: int, method: str) -> Numbers:
    """The numbers of the column at a place; raises an error if it does not hold any."""
    return numbers_of(encoded.columns[at], codes_at(encoded, at), method)


def codes_at(encoded: EncodedTable, at: int) -> Codes:
    """The code of each record in the column at a place."""
    codes: Codes = encoded.codes(at)[encoded.tuple_of_record]
    return codes


def treatment_of(problem: Problem, changed: Sequence[Changed]) -> Treated:
    """The answer of a method that changed these columns; all others are shown as they are."""
    encoded = problem.encoded
    cells = [_same_cells(encoded, at) for at in range(len(encoded.columns))]
    for column in changed:
        cells[column.at] = _changed_cells(encoded.columns[column.at], column.texts)
    facts = _facts(encoded, changed, cells)
    number = sum(column["changed"] for column in facts["columns"])
    step = {"step": "change", "columns": len(changed), "cells": number}
    nobody = np.zeros(encoded.records, np.bool_)
    return Treated(
        problem.lattice.minimum, nobody, None, 1, (step,), tuple(cells), {"perturbation": facts}
    )


def _same_cells(encoded: EncodedTable, at: int) -> Cells:
    """The cells of a column that shows its values."""
    column = encoded.columns[at]
    leaves = column.leaves[0] if column.leaves else column.covers[0]
    return Cells(codes_at(encoded, at), column.labels[0], column.covers[0], leaves)


def _changed_cells(column: EncodedColumn, texts: pl.Series) -> Cells:
    """The cells of a changed column; each covers as much of the domain as a single value."""
    labels = texts.unique(maintain_order=True)
    shown = pl.DataFrame({"text": texts})
    known = pl.DataFrame({"text": labels}).with_row_index("place")
    places = shown.join(known, on="text", how="left", nulls_equal=True, maintain_order="left")
    covers = np.full(len(labels), column.covers[0].min(), np.int64)
    return Cells(places["place"].to_numpy().astype(np.int32), labels, covers, np.ones_like(covers))


def _facts(
    encoded: EncodedTable, changed: Sequence[Changed], cells: Sequence[Cells]
) -> dict[str, Any]:
    """What is lost and what is still disclosed, for the summary; shares, never a value."""
    numbers = [column.numbers for column in changed if column.numbers is not None]
    sides = [np.column_stack(side) for side in zip(*numbers, strict=True)] if numbers else []
    with_deviation = encoded.records > 1 and bool(numbers)
    linked, tried = share_linked(numbers, _codes_to_link(encoded, changed, cells))
    return {
        "columns": [_column_facts(encoded, column) for column in changed],
        "correlation_moved": correlation_moved(sides[0], sides[1]) if with_deviation else None,
        "disclosed": disclosed(sides[0], sides[1])
        if with_deviation and _are_known(sides)
        else None,
        "linked": linked,
        "linked_tried": tried,
    }


def _are_known(sides: Sequence[Floats]) -> bool:
    """Whether every column has the two numbers that a deviation needs."""
    return bool(((~np.isnan(sides[1])).sum(axis=0) > 1).all())


def _codes_to_link(
    encoded: EncodedTable, changed: Sequence[Changed], cells: Sequence[Cells]
) -> list[tuple[Codes, Codes]]:
    """The cells of columns that are no changed numbers, before and after, in one numbering."""
    distances = {column.at for column in changed if column.numbers is not None}
    pairs = []
    for at, column in enumerate(encoded.columns):
        if at in distances:
            continue
        before = column.labels[0].cast(pl.String).gather(codes_at(encoded, at))
        after = cells[at].labels.cast(pl.String).gather(cells[at].codes)
        both = pl.concat([before, after]).rank("dense").fill_null(0).to_numpy()
        pairs.append((both[: len(before)], both[len(before) :]))
    return pairs


def _column_facts(encoded: EncodedTable, changed: Changed) -> dict[str, Any]:
    """What happened to one column."""
    column = encoded.columns[changed.at]
    before = column.labels[0].cast(pl.String).gather(codes_at(encoded, changed.at))
    facts: dict[str, Any] = {
        "name": column.name,
        "changed": int(before.ne_missing(changed.texts).sum()),
        "lost": None,
        "mean_moved": None,
        "deviation_kept": None,
        "confidence": changed.confidence,
    }
    if changed.numbers is None:
        return facts
    facts["mean_moved"], facts["deviation_kept"] = moments_kept(*changed.numbers)
    if facts["mean_moved"] is not None:
        facts["lost"] = float(lost(*(side[:, None] for side in changed.numbers))[0])
    return facts
