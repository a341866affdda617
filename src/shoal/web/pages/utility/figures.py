"""A comparison as lines of tables: quality, statistics, classes."""

from collections.abc import Iterator, Mapping

from shoal.report.numbers import is_number, number, percent
from shoal.report.quality_table import COLUMN, WHOLE
from shoal.report.types.comparison import Associations, ComparisonReport, StatisticSides
from shoal.report.types.quality import ColumnMeasure, Quality
from shoal.report.words import label

NOTHING = "–"
TOGETHER: tuple[ColumnMeasure, ...] = (
    "granularity",
    "non_uniform_entropy",
    "generalization_intensity",
    "squared_error",
)
ORDER, MEAN, SPREAD = "stat-order", "stat-mean", "stat-spread"
# The name of each statistic, and its term in the glossary.
STATISTICS = {
    "records": ("Records with a value", "stat-records"),
    "distinct": ("Different values", "stat-distinct"),
    "mode": ("Most frequent value", "stat-mode"),
    "minimum": ("Smallest", ORDER),
    "median": ("Median", ORDER),
    "maximum": ("Largest", ORDER),
    "range": ("Range", ORDER),
    "mean": ("Mean", MEAN),
    "geometric_mean": ("Geometric mean", MEAN),
    "standard_deviation": ("Standard deviation", SPREAD),
    "sample_variance": ("Sample variance", SPREAD),
    "population_variance": ("Population variance", SPREAD),
    "kurtosis": ("Excess kurtosis", SPREAD),
}


def whole(quality: Quality) -> Iterator[tuple[str, str, str]]:
    """Name, value and term of every measure of the whole table."""
    for key in TOGETHER:
        share = _part(quality, key, "arithmetic-mean")
        yield COLUMN[key][0], _share(share), f"quality-{key}"
    for measure, (name, _) in WHOLE.items():
        yield name, _share(_part(quality, measure, "quality")), f"quality-{measure}"


def columns(quality: Quality) -> list[list[object]]:
    """One line per column: name, type and what is left of it; shares from 0 to 1, or None."""
    return [
        [
            label(name),
            str(found.get("type") or ""),
            _part(found, "missing", "after"),
            *(_part(found, key, "quality") for key in list(COLUMN)[1:]),
        ]
        for name, found in (quality.get("columns") or {}).items()
    ]


def reasons(report: ComparisonReport) -> list[str]:
    """Why some numbers are missing, one sentence for each reason."""
    names_by_reason: dict[str, dict[str, None]] = {}
    for one in report.get("not_available") or ():
        names = names_by_reason.setdefault(str(one["reason"]), {})
        if one["column"]:
            names[label(one["column"])] = None
    return [
        f"Not measured{' for ' + ', '.join(names) if names else ''}: {reason}."
        for reason, names in names_by_reason.items()
    ]


def statistics(found: StatisticSides) -> list[tuple[str, str, str, str]]:
    """Name, term, before and after of each statistic that the column has."""
    before, after = found.get("before") or {}, found.get("after") or {}
    return [
        (title, term, _value_text(before.get(key)), _value_text(after.get(key)))
        for key, (title, term) in STATISTICS.items()
        if key in before or key in after
    ]


def classes(report: ComparisonReport) -> list[list[str]]:
    """The sizes of classes before and after."""
    names = {"count": "Classes", "min": "Smallest", "mean": "Average", "max": "Largest"}
    before, after = report["classes"]["before"], report["classes"]["after"]
    return [
        [said, _value_text(before.get(key)), _value_text(after.get(key))]
        for key, said in names.items()
    ]


def pairs(report: ComparisonReport) -> list[tuple[str, str]]:
    """The pairs of columns whose contingency was computed; others are computed when asked for."""
    return [(one["columns"][0], one["columns"][1]) for one in report.get("contingency") or ()]


def associations(report: ComparisonReport, most: int = 15) -> list[list[str]]:
    """The strongest relations between columns: columns, measure, before, after.

    They are sorted by their strength before; at most `most`.
    """
    found = report.get("associations") or Associations()
    listed = [
        *(("Pearson", one) for one in found.get("pearson") or ()),
        *(("Cramér’s V", one) for one in found.get("cramers_v") or ()),
    ]
    listed.sort(key=lambda each: -abs(each[1]["before"] or 0))
    return [
        [
            " × ".join(map(label, one["columns"])),
            kind,
            _value_text(one["before"]),
            _value_text(one["after"]),
        ]
        for kind, one in listed[:most]
    ]


def _part(found: Mapping[str, object], key: str, part: str) -> object:
    """A number of a measure; None in results of versions without this measure."""
    one = found.get(key)
    return one.get(part) if isinstance(one, Mapping) else None


def _share(value: object) -> str:
    return percent(value) if is_number(value) else NOTHING


def _value_text(value: object) -> str:
    """A number or a value as text; a dash for None."""
    if is_number(value):
        return number(value)
    return NOTHING if value is None else label(value, 40)
