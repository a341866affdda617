"""From a prepared table to the question that is solved."""

from typing import Any

import polars as pl

from shoal.engine.encode import encode
from shoal.hierarchies.order import values_in_order
from shoal.pipeline.prepare.hierarchies import trees_of
from shoal.pipeline.prepare.population import refuse_outsiders
from shoal.pipeline.prepare.ranges import with_numbers
from shoal.pipeline.prepare.same_values import compared_values, people_of, refuse_contradictions
from shoal.pipeline.prepare.targets import joint_texts, refuse_unfit, target_texts
from shoal.pipeline.states.prepared import Prepared
from shoal.search.problem import Problem
from shoal.study.across_keys import measured_by_hierarchy
from shoal.study.study import Study
from shoal.study.targets import quality_of


def problem_of(prepared: Prepared) -> Problem:
    """The question that a study asks about a table."""
    study = prepared.study
    encoded = encode(
        prepared.texts,
        prepared.hierarchies,
        **_sensitive(study, prepared),
        person=_people(study, prepared),
        **_population(prepared),
        targets=target_texts(study, prepared),
        joint=joint_texts(study, prepared),
        counts=prepared.table.counts,
        weights={name: study.columns[name].weight for name in study.quasi_identifiers},
    )
    encoded = with_numbers(study, encoded)
    refuse_unfit(study, encoded)
    refuse_outsiders(study, encoded)
    limit = prepared.way.limit
    return Problem(encoded, prepared.lattice, prepared.privacy, quality_of(study), limit)


def _population(prepared: Prepared) -> dict[str, Any]:
    """The population, where a promise counts it."""
    wide = prepared.population
    return {} if wide is None else {"population": wide.texts, "population_person": wide.person}


def _sensitive(study: Study, prepared: Prepared) -> dict[str, Any]:
    """Columns outside the key that matter: their values, in order, and their hierarchies."""
    types = {name: column.options.type for name, column in study.columns.items()}
    asked = sorted({promise.column for promise in study.promised if hasattr(promise, "column")})
    values = {name: compared_values(prepared.table, name, types[name]) for name in asked}
    outside = {name: prepared.aggregated[name] for name in study.outside_the_key}
    trees = trees_of(
        prepared.explicit, {name: values[name] for name in measured_by_hierarchy(study)}
    )
    refuse_contradictions(study, prepared.table, trees)
    return {
        "sensitive": values,
        "aggregated": outside,
        "orders": {
            name: values_in_order(given, types[name]) for name, given in (values | outside).items()
        },
        "trees": trees,
    }


def _people(study: Study, prepared: Prepared) -> pl.Series | None:
    """Whose record each record is, where the study counts people."""
    return people_of(study, prepared.table)
