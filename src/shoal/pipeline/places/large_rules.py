"""What a study may ask for when its table does not fit into memory."""

from collections.abc import Iterator

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

LOOKED_AT = 1 << 20  # records whose form is looked at


def refuse_unscaled(study: Study) -> None:
    """Raise what only `engine: memory` can do, all of it at once."""
    found = list(_unscaled(study))
    if found:
        raise NotYetAvailable(
            *(
                f"`engine: {study.engine.name}` with {what} is not yet available."
                " Use `engine: memory`."
                for what in found
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
    """The misuse guards, where values are counted by the engine and not in memory."""
    found = [*_open_decisions(study, table), *_guarded(study, table)]
    if found:
        raise together(found)


def _open_decisions(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    def count(name: str) -> tuple[int, int]:
        values = table.frequencies(name, 1)
        return values.distinct - (values.known < values.records), values.known

    yield from undecided_columns(study)
    if study.person is None:
        repeated = repeated_identifier(study.roles, table.schema.columns, count)
        yield from uncounted_people(way_of(study), repeated)


def large_warnings(study: Study, table: LargeTable) -> list[str]:
    """What to know about columns that were not counted, and are released as they are."""
    found: list[str] = []
    if not (passed := passed_on(study, table.schema.columns)):
        return found
    head = table.head(LOOKED_AT)
    for name in passed:
        values, type = table.frequencies(name, 1), study.columns[name].options.type
        counted = values.distinct - (values.known < values.records), values.known
        texts = type.texts(exact_column(head, name)).drop_nulls()
        found += about_different(study, name, texts, counted)
    return found


def _guarded(study: Study, table: LargeTable) -> Iterator[ShoalError]:
    there = [name for name in study.columns if name in table.schema.columns]
    passed = [name for name in there if study.columns[name].role in PASSED]
    if not passed:
        return
    head = table.head(LOOKED_AT)

    def texts(name: str) -> pl.Series:
        return study.columns[name].options.type.texts(exact_column(head, name))

    for name in passed:
        values = table.frequencies(name, 1)
        known = texts(name).drop_nulls()
        found = (
            near_unique(values.distinct - (values.known < values.records), values.known),
            looks_like_identifier(name, known),
            looks_like_hash(known),
        )
        for suspicion in found:
            if suspicion and f"{suspicion.guard}:{name}" not in study.acknowledge:
                yield StudyError(advice(suspicion.guard, name, suspicion.reason))
    for identifier in (name for name in there if study.columns[name].role == "identifier"):
        for name in passed:
            if f"{REPEATS}:{name}" in study.acknowledge:
                continue
            if count := repeats_identifier(texts(identifier), texts(name)):
                reason = f"{count:,} records repeat their {identifier!r} here"
                yield StudyError(advice(REPEATS, name, reason))
