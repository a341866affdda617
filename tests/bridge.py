"""The reference's question, put to the engine."""

from collections.abc import Sequence
from decimal import Decimal

import polars as pl

from reference import Column, Question
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Outcome, Problem, strategies


def hierarchy_of(column: Column) -> Hierarchy:
    """A column's hierarchy, with a row for the missing value where the column needs one."""
    levels = [list(level) for level in zip(*column.rows, strict=True)]
    hierarchy = Hierarchy.of(levels, column.name)
    return hierarchy.with_missing() if None in column.values else hierarchy


def encoded_of(columns: Sequence[Column], **more: object) -> EncodedTable:
    """Columns as the engine sees them."""
    return encode(
        {column.name: pl.Series(column.name, column.values, pl.String) for column in columns},
        {column.name: hierarchy_of(column) for column in columns},
        weights={column.name: float(column.weight) for column in columns},
        **more,
    )


def problem_of(question: Question, table: EncodedTable | None = None, **more: object) -> Problem:
    """The question as a problem of the engine, perhaps on a table that was encoded before."""
    return Problem(
        encoded_of(question.columns, **more) if table is None else table,
        Lattice(
            tuple(column.levels[0] for column in question.columns),
            tuple(column.levels[-1] for column in question.columns),
        ),
        (privacy_models.build({"model": "k-anonymity", "k": question.k}),),
        quality_models.build(
            {
                "model": "loss",
                "aggregate": question.aggregate,
                "gs_factor": float(question.gs_factor),
            }
        ),
        Decimal(question.limit),
    )


def answer_of(problem: Problem, strategy: str) -> Outcome:
    """What a strategy answers."""
    return strategies.build({"strategy": strategy}).run(problem, ignore_progress)
