"""What a million records keep of k-anonymity, l-diversity, t-closeness, β and δ."""

from collections.abc import Sequence

import polars as pl

from benchmarks.datasets import ADULT_8, adult, hierarchy_file, write_grown
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.classes import EquivalenceClasses
from shoal.privacy.model import Measuring, privacy_models
from shoal.risk.variants import Variant, variants
from shoal.service.risk.classes import classes_shown, suppressed_records
from shoal.service.risk.columns import columns_of
from shoal.study.study import Study

TITLE = "Measuring any table"
RECORDS = 1_000_000
SENSITIVE = "occupation"
MODELS = (
    *("k-anonymity", "distinct-l-diversity", "entropy-l-diversity", "recursive-l-diversity"),
    *("t-closeness", "delta-disclosure", "basic-beta-likeness", "enhanced-beta-likeness"),
)
ABOUT = """What `shoal risk FILE --models` does, on Adult resampled with seed 1: eight
quasi-identifiers, occupation (14 values, with its hierarchy) sensitive; k, l (distinct, two
entropies, recursive for l = 2 and 3), t (three distances), δ (two readings) and β (basic, enhanced)
of all classes. In the second table every record is a class of its own, in the third the sensitive
column has a thousand values, too. CPU seconds, least of several; *classes* is everything from texts
to classes and histograms. Target: under 2 seconds in all, without reading. (A published Python
checker takes 15 seconds for k, l and t of a million records.)
"""


def section(options: Options) -> str:
    """Three tables, stage by stage, then each model."""
    records = 100_000 if options.quick else RECORDS
    path = write_grown(adult(), records, options.folder / "measured.csv")
    reading = warm(lambda: read(resolve_source(Source.of(path))), options.repeat)
    path.unlink()
    plain = reading.result
    numbers = pl.int_range(records, eager=True)
    single = Table(plain.frame.with_columns(number=numbers.cast(pl.String)))
    wide = Table(single.frame.with_columns((numbers * 7919 % 1000).cast(pl.String).alias("stay")))
    rows = [
        _row("Adult", plain, ADULT_8, SENSITIVE, reading.cpu, options),
        _row("single records", single, (*ADULT_8, "number"), SENSITIVE, None, options),
        _row("and 1,000 values", wide, (*ADULT_8, "number"), "stay", None, options),
    ]
    head = ("table", "records", "classes", "read s", "classes s", "measures s", "in all s")
    return f"{ABOUT}\n{table(head, rows)}\n{_by_model(classes_in(plain, ADULT_8), options)}"


def _row(
    name: str,
    data: Table,
    keys: Sequence[str],
    sensitive: str,
    reading: float | None,
    options: Options,
) -> tuple[object, ...]:
    classes = warm(lambda: classes_in(data, keys, sensitive), options.repeat)
    found = classes.result
    asked = _asked(sensitive)
    measures = warm(lambda: [_value(variant, found) for variant in asked], options.repeat)
    in_all = classes.cpu + measures.cpu
    options.say(f"{name}: {classes.cpu:.2f} + {measures.cpu:.2f} s")
    return (
        name, data.records, len(found.sizes), reading, classes.cpu, measures.cpu, in_all,
    )  # fmt: skip


def classes_in(data: Table, keys: Sequence[str], sensitive: str = SENSITIVE) -> EquivalenceClasses:
    """From texts to classes, as the command does it."""
    study = _study() if sensitive == SENSITIVE else None
    columns = columns_of(data, study, keys, (sensitive,))
    return classes_shown(columns.without(suppressed_records(columns)))


def _study() -> Study:
    """Only to tell the hierarchy of the sensitive column."""
    occupation = {"role": "sensitive", "hierarchy": str(hierarchy_file("adult", SENSITIVE))}
    quasi = {name: {"role": "quasi-identifier"} for name in ADULT_8}
    privacy = [{"model": "k-anonymity", "k": 2}]
    return Study.of({"columns": {**quasi, SENSITIVE: occupation}, "privacy": privacy})


def _asked(sensitive: str) -> list[Variant]:
    return [variant for name in MODELS for variant in variants(name, [sensitive])]


def _value(variant: Variant, classes: EquivalenceClasses) -> float | None:
    promise = variant.promise
    hierarchical = variant.shown.get("distance") == "hierarchical"
    if hierarchical and not classes.histograms[variant.shown["column"]].tree:
        return None
    return promise.measured(classes) if isinstance(promise, Measuring) else None


def _by_model(classes: EquivalenceClasses, options: Options) -> str:
    rows = []
    for variant in _asked(SENSITIVE):
        measured = warm(lambda: _value(variant, classes), options.repeat)  # noqa: B023
        name = privacy_models.name_of(variant.promise)
        shown = ", ".join(
            f"{key} {value}" for key, value in variant.shown.items() if key != "column"
        )
        rows.append((name, shown, 1000 * measured.cpu, measured.result))
    return "Each on its own, for the first table:\n\n" + table(
        ("model", "variant", "CPU ms", "measured"), rows
    )
