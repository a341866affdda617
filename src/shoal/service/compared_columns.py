"""Types and hierarchies of the columns of two tables: from a study, or from their values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from shoal.data.checks import check_table
from shoal.data.detection import detect
from shoal.data.schema import column_types
from shoal.data.table import Table, exact_column
from shoal.data.types import ColumnType
from shoal.errors import DataError, StudyError
from shoal.hierarchies import Hierarchy
from shoal.pipeline.prepare.automatic import with_hierarchies
from shoal.pipeline.prepare.hierarchies import hierarchy_of
from shoal.pipeline.prepare.population import read_population
from shoal.pipeline.prepare.subset import research_subset
from shoal.pipeline.ways.choice import way_of
from shoal.study.study import Study
from shoal.utility import Known


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns that both tables have.

    Attributes:
        before: The texts of the input, by column.
        after: The texts of the output, by column.
        known: Type, hierarchy and level of each, as far as they are known.
        keys: The columns that are measured together; empty for all.
        roles: The role of each; empty without a study.
        left_out: Columns of both tables that are not compared: the study does not name them, or
            replaces their values.
        subset: What to say about the study's research subset; empty without one.
    """

    before: Mapping[str, pl.Series]
    after: Mapping[str, pl.Series]
    known: Mapping[str, Known]
    keys: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    subset: str = ""


def columns_by_study(
    study: Study,
    old: Table,
    new: Table,
    decimal: str,
    levels: Mapping[str, int | None] | None = None,
) -> Columns:
    """Types, hierarchies and quasi-identifiers as a study says, levels as its run found them."""
    both = [name for name in study.columns if name in old.names and name in new.names]
    # Pseudonyms and shifted dates have nothing in common with what they replace.
    shared = [name for name in both if not study.columns[name].is_replaced]
    if not shared:
        raise StudyError("None of the study's columns is in both tables. Give the right study.")
    named = {name: column.options for name, column in study.columns.items() if name in old.names}
    whole = check_table(old, named, decimal)
    table, subset = _subset(study, whole)
    before = {name: table.texts(name, study.columns[name].options.type) for name in shared}
    hierarchies = _hierarchies(study, before, whole)
    return Columns(
        before,
        {name: _after(new, name, study) for name in shared},
        {
            name: _column_facts(study, name, hierarchies.get(name), (levels or {}).get(name))
            for name in shared
        },
        tuple(name for name in study.quasi_identifiers if name in shared),
        {name: study.columns[name].role for name in shared},
        [name for name in old.names if name in new.names and name not in shared],
        subset,
    )


def columns_by_look(old: Table, new: Table, decimal: str) -> Columns:
    """Types by the values of the input; nothing is known about hierarchies."""
    before, after, known = {}, {}, {}
    for name in [name for name in old.names if name in new.names]:
        for table in (old, new):
            if table.frame[name].dtype.is_nested() or table.frame[name].dtype == pl.Binary:
                raise DataError(f"Column {name!r} holds lists or bytes. Expected single values.")
        type_name, type, missing = _detect_type(old.texts(name), decimal)
        before[name] = _with_decimal_point(
            _missing_to_null(old.texts(name), missing), type_name, decimal
        )
        after[name] = _missing_to_null(new.texts(name), missing)
        known[name] = Known(type, type_name)
    return Columns(before, after, known)


def _subset(study: Study, whole: Table) -> tuple[Table, str]:
    """The records that the study may release, and a sentence about them; all if nobody can tell."""
    if study.subset is None and not way_of(study).draws:
        return whole, ""
    if study.is_sampled and not study.reproducible:
        return whole, " The study releases a random sample, which nobody can draw again."
    chosen = research_subset(study, whole)
    assert chosen is not None  # noqa: S101  (the study has a subset)
    sentence = " Of the input, only the study's research subset was compared."
    return whole.select_lines(chosen), sentence


def _hierarchies(
    study: Study, texts: Mapping[str, pl.Series], whole: Table
) -> dict[str, Hierarchy]:
    """The hierarchies of the columns that show labels, as a run makes them."""
    names = [name for name in study.generalized if name in texts and name not in study.aggregated]
    domain = {name: texts[name] for name in names}
    wide = read_population(study, whole) if set(study.generalized) <= set(whole.names) else None
    if wide is not None:
        domain = wide.with_sample(domain)
    explicit = with_hierarchies(study, domain)
    hierarchies = {name: hierarchy_of(explicit, name, domain[name]) for name in names}
    for name, hierarchy in hierarchies.items():
        unknown = int(np.count_nonzero(hierarchy.rows(texts[name].unique()) < 0))
        if unknown:
            raise DataError(
                f"Column {name!r}: {unknown:,} different values of the input are not in its"
                f" hierarchy ({hierarchy.source}). Is this the study of these tables?"
            )
    return hierarchies


def _column_facts(study: Study, name: str, hierarchy: Hierarchy | None, level: int | None) -> Known:
    """What is known about a column; a level counts only if its hierarchy has it."""
    column = study.columns[name]
    fits = hierarchy is not None and level is not None and level <= hierarchy.height
    return Known(column.options.type, column.type, hierarchy, level if fits else None)


def _after(new: Table, name: str, study: Study) -> pl.Series:
    """The texts of the output; numbers as the column's type writes them, labels as they are."""
    options = study.columns[name].options
    values = exact_column(new.frame, name)
    if values.dtype.is_nested() or values.dtype == pl.Binary:
        raise DataError(f"Column {name!r} holds lists or bytes. Expected single values.")
    typed = values.dtype.is_numeric() or values.dtype.is_temporal()
    texts = options.type.texts(values) if typed else new.texts(name)
    if not study.columns[name].is_generalized:
        texts = options.type.canonical(texts)
    return _missing_to_null(texts, options.missing)


def _missing_to_null(texts: pl.Series, missing: tuple[str, ...]) -> pl.Series:
    """The texts with null for those that mean a missing value."""
    if not missing:
        return texts
    return texts.set(texts.is_in(missing).fill_null(value=False), None)


def _with_decimal_point(texts: pl.Series, type: str, decimal: str) -> pl.Series:
    """Numbers with a decimal point instead of a comma."""
    comma = type == "decimal" and decimal == ","
    return texts.str.replace(",", ".", literal=True) if comma else texts


def _detect_type(texts: pl.Series, decimal: str) -> tuple[str, ColumnType, tuple[str, ...]]:
    """The type of a column by its values, and the texts that mean a missing value."""
    counts = texts.drop_nulls().alias("value").value_counts(name="records")
    if not counts.height:
        return "string", column_types.build({"type": "string"}), ()
    best = detect(counts["value"], counts["records"], decimal)[0]
    settings = {"type": best.type, **({"format": best.format} if best.format else {})}
    return best.type, column_types.build(settings), best.missing
