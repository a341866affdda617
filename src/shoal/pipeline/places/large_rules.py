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
from shoal.pipeline.prepare.check import columns_released_unchanged, warn_different
from shoal.pipeline.prepare.decisions import errors_about_people, errors_about_undecided
from shoal.pipeline.prepare.guards import PASSED, REPEATS, advice
from shoal.pipeline.prepare.people import find_person_column
from shoal.pipeline.prepare.problems import as_one_error
from shoal.pipeline.ways.choice import way_of
from shoal.scale.large_table import LargeTable
from shoal.study.study import Study

LOOKED_AT = 1 << 20  # records at the beginning of a table by which the form of values is judged


def refuse_memory_only_keys(study: Study) -> None:
    """Refuse keys that only `engine: memory` can carry out, all of them at once."""
    keys = list(_memory_only_keys(study))
    if keys:
        raise NotYetAvailable(
            *(
                f"`engine: {study.engine.name}` with {what} is not yet available."
                " Use `engine: memory`."
                for what in keys
            )
        )


def _memory_only_keys(study: Study) -> Iterator[str]:
    """What the study asks for that only `engine: memory` can do, for a sentence."""
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
    yield from _memory_only_output(study)


def _memory_only_output(study: Study) -> Iterator[str]:
    """The same for the key `output`."""
    formats = {"csv", "parquet"} if study.engine.name == "spark" else {"csv", "parquet", "arrow"}
    if study.output.url is not None or study.output.format not in formats:
        yield f"this `output`; {', '.join(sorted(formats))} files are written"
    if study.output.suppressed == "keep-values":
        yield "`suppressed: keep-values`"
    if not set(study.generalized) <= set(study.released):
        yield "`output.columns` that leave out quasi-identifiers"
    if study.engine.name == "spark" and study.output.neutralize_formulas:
        yield "`neutralize_formulas`"


def columns_to_count(study: Study) -> list[str]:
    """The columns whose combinations are counted: what classes and promises are about."""
    promised = [promise.column for promise in study.privacy if hasattr(promise, "column")]
    person = [] if study.person_column is None else [study.person_column]
    return list(dict.fromkeys([*study.generalized, *promised, *person]))


def refuse_misuse(study: Study, table: LargeTable) -> None:
    """Refuse open decisions and what the misuse guards find, as one error; the engine counts."""
    errors = [*_open_decisions(study, table), *_guard_errors(study, table)]
    if errors:
        raise as_one_error(errors)


def _open_decisions(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    """One error for each kind of decision that the study leaves open."""
    yield from errors_about_undecided(study)
    if study.person is None:
        count = partial(_distinct, table)
        repeated = find_person_column(study.roles, table.schema.columns, count)
        yield from errors_about_people(way_of(study), repeated)


def large_warnings(study: Study, table: LargeTable) -> list[str]:
    """Warnings about columns that are released as they are and tell many people apart.

    The engine counts all their values; what these look like is judged by the first records.
    """
    warnings: list[str] = []
    if not (passed := columns_released_unchanged(study, table.schema.columns)):
        return warnings
    head = table.head(LOOKED_AT)
    for name in passed:
        texts = study.columns[name].options.type.texts(exact_column(head, name)).drop_nulls()
        warnings += warn_different(study, name, texts, _distinct(table, name))
    return warnings


def _distinct(table: LargeTable, name: str) -> tuple[int, int]:
    """How many distinct values a column has, and how many records have one."""
    values = table.frequencies(name, 1)
    return values.distinct - (values.known < values.records), values.known


def _guard_errors(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    """One error for each guard that a column sets off, unless the study acknowledges it.

    The engine counts distinct values; other guards look at the first records only.
    """
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
