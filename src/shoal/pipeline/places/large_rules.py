"""What a study may ask for when its table does not fit into memory."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from shoal.data.suspicion import (
    looks_like_hash,
    looks_like_identifier,
    near_unique,
    repeats_identifier,
)
from shoal.data.table import exact_column
from shoal.errors import NotYetAvailable, ShoalError, StudyError
from shoal.pipeline.prepare.check import about_different, passed_on
from shoal.pipeline.prepare.decisions import uncounted_people, undecided_columns
from shoal.pipeline.prepare.guards import PASSED, REPEATS, advice
from shoal.pipeline.prepare.people import repeated_identifier
from shoal.pipeline.prepare.problems import together
from shoal.pipeline.ways.choice import way_of
from shoal.scale.large_table import LargeTable
from shoal.study.study import Study

LOOKED_AT = 1 << 20  # records at the beginning of a table by which the form of values is judged


def refuse_unscaled(study: Study) -> None:
    """Refuse keys that only `engine: memory` can carry out, all of them at once."""
    keys = list(_unscaled(study))
    if keys:
        raise NotYetAvailable(
            *(
                f"`engine: {study.engine.name}` with {what} is not yet available."
                " Use `engine: memory`."
                for what in keys
            )
        )


def _unscaled(study: Study) -> Iterator[str]:
    if study.method is not None:
        yield "`method`"
    if study.is_local:
        yield "`recoding: local`"
    if study.private is not None:
        yield "`differential-privacy`"
    if study.subset is not None:
        yield "`subset`"
    if study.population is not None and study.population.table is not None:
        yield "`population: {table: …}`"
    if study.evaluate is not None:
        yield "`evaluate`"
    if study.aggregated:
        yield "`aggregate`"
    if study.replaced:
        yield "pseudonyms or shifted dates"
    if getattr(study.quality, "targets", None):
        yield "a quality model with targets"
    yield from _unscaled_output(study)


def _unscaled_output(study: Study) -> Iterator[str]:
    formats = {"csv", "parquet"} if study.engine.name == "spark" else {"csv", "parquet", "arrow"}
    if study.output.url is not None or study.output.format not in formats:
        yield f"this `output`; {', '.join(sorted(formats))} files are written"
    if study.output.suppressed == "keep-values":
        yield "`suppressed: keep-values`"
    if not set(study.generalized) <= set(study.released):
        yield "`output.columns` that leave out quasi-identifiers"
    if study.engine.name == "spark" and study.output.neutralize_formulas:
        yield "`neutralize_formulas`"


def counted_columns(study: Study) -> list[str]:
    """The columns whose combinations are counted: what classes and promises are about."""
    promised = [promise.column for promise in study.privacy if hasattr(promise, "column")]
    person = [] if study.person_column is None else [study.person_column]
    return list(dict.fromkeys([*study.generalized, *promised, *person]))


def refuse_guarded(study: Study, table: LargeTable) -> None:
    """Refuse what the misuse guards find, with values that the engine counts."""
    errors = [*_open_decisions(study, table), *_guarded(study, table)]
    if errors:
        raise together(errors)


def _open_decisions(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    """One error for each kind of decision that the study leaves open."""
    yield from undecided_columns(study)
    if study.person is None:
        count = partial(_distinct, table)
        repeated = repeated_identifier(study.roles, table.schema.columns, count)
        yield from uncounted_people(way_of(study), repeated)


def large_warnings(study: Study, table: LargeTable) -> list[str]:
    """Warnings about columns that are released as they are and were not counted for the search."""
    warnings: list[str] = []
    if not (passed := passed_on(study, table.schema.columns)):
        return warnings
    head = table.head(LOOKED_AT)
    for name in passed:
        texts = study.columns[name].options.type.texts(exact_column(head, name)).drop_nulls()
        warnings += about_different(study, name, texts, _distinct(table, name))
    return warnings


def _distinct(table: LargeTable, name: str) -> tuple[int, int]:
    """How many distinct values a column has, and how many records have one."""
    values = table.frequencies(name, 1)
    return values.distinct - (values.known < values.records), values.known


def _guarded(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    """One error for each guard that a column sets off, unless the study acknowledges it."""
    there = [name for name in study.columns if name in table.schema.columns]
    passed = [name for name in there if study.columns[name].role in PASSED]
    if not passed:
        return
    head = table.head(LOOKED_AT)

    def texts(name: str) -> pl.Series:
        return study.columns[name].options.type.texts(exact_column(head, name))

    for name in passed:
        known = texts(name).drop_nulls()
        suspicions = (
            near_unique(*_distinct(table, name)),
            looks_like_identifier(name, known),
            looks_like_hash(known),
        )
        for suspicion in suspicions:
            if suspicion and f"{suspicion.guard}:{name}" not in study.acknowledge:
                yield StudyError(advice(suspicion.guard, name, suspicion.reason))
    for identifier in (name for name in there if study.columns[name].role == "identifier"):
        for name in passed:
            if f"{REPEATS}:{name}" in study.acknowledge:
                continue
            if count := repeats_identifier(texts(identifier), texts(name)):
                reason = f"{count:,} records repeat their {identifier!r} here"
                yield StudyError(advice(REPEATS, name, reason))
