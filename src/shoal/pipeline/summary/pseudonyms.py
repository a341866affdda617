"""What a summary says about pseudonyms: how many there are, and which records they link.

A class hides one record of a person among others. Somebody who sees which records belong together
sees a combination of classes, and nobody else may have that combination. No promise covers this, so
such pseudonyms are counted.
"""

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes
from shoal.pipeline.states.released import Released
from shoal.report.types.sections import Pseudonyms
from shoal.report.types.summary import Summary
from shoal.study.keys.plugins import pseudonym_methods


def with_pseudonyms(summary: Summary, done: Released) -> Summary:
    """The summary with figures of each column of pseudonyms; unchanged if there is none."""
    study = done.study
    names = [name for name in study.replaced if study.columns[name].shift is None]
    if not names:
        return summary
    by_column = {name: _about(done, name) for name in names}
    warnings = [
        f"Column {name!r}: {about['alone']:,} of {about['in_several_records']:,} pseudonyms with"
        " several records have a combination of classes that no other has."
        for name, about in by_column.items()
        if about["alone"]
    ]
    return {**summary, "pseudonyms": by_column, "warnings": [*summary["warnings"], *warnings]}


def _about(done: Released, name: str) -> Pseudonyms:
    """The figures of one column of pseudonyms, among released records."""
    method = done.study.columns[name].replacement
    texts = done.table.texts(name, done.study.columns[name].options.type)
    records = pl.DataFrame({"who": method.normalize(texts), "class": classes_of_records(done)})
    shown = records.filter(~pl.Series(done.outcome.suppressed)).drop_nulls("who")
    people = shown.group_by("who").agg(pl.len().alias("records"), pl.col("class").sort())
    several = people.filter(pl.col("records") > 1)
    facts: Pseudonyms = {
        "method": pseudonym_methods().name_of(method),
        "values": people.height,
        "in_several_records": several.height,
        "alone": int(
            several["class"]
            .list.eval(pl.element().cast(pl.String))
            .list.join(" ")
            .is_unique()
            .sum()
        ),
    }
    from shoal.identifiers.keyed_hash import KeyedHash, collision_bound  # noqa: PLC0415  (rare)

    if isinstance(method, KeyedHash):
        facts["collision_bound"] = collision_bound(people.height, method.length)
    return facts


def classes_of_records(done: Released) -> Codes:
    """The number of each record's class, from 1; suppressed records have one, too."""
    encoded = done.problem.encoded if done.recoded is None else done.recoded
    levels = enumerate(done.outcome.levels)
    codes = pl.DataFrame({str(at): encoded.codes(at, level) for at, level in levels})
    numbers = codes.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy()
    classes: Codes = numbers.astype(np.int32)[encoded.tuple_of_record]
    return classes
