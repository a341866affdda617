"""Paper 004, figure 2: what checking ordered t-closeness costs, relative to the plain way."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.datasets import ADULT_8, FARS, Dataset, adult, fars, survivors
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.plots import beside, lines
from benchmarks.tables import table
from shoal.data.schema import column_types
from shoal.engine.arrays import Bools
from shoal.engine.classes import Histogram, histogram
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice, Levels
from shoal.engine.ordered_checks import SUMMED, check_by_runs, check_plainly, check_with_pruning
from shoal.engine.ordered_distance import classes_beyond
from shoal.hierarchies.order import values_in_order

TITLE = "Ordered t-closeness: checks beside the plain way"
LIMITS = (0.5, 0.4, 0.3, 0.2, 0.1)
SHOWN = (0.2, 1.5)  # relative times: the same axis for all tables
CANDIDATES = 300  # of each table, spread over all sums of levels
WAYS: dict[str, Callable[[Histogram, int, float], object]] = {
    "plain": check_plainly,
    "paper 004": check_with_pruning,
    "runs": check_by_runs,
    "Shoal": classes_beyond,
}
HEAD = (
    *("table", "values", "t", "checks", "violate", "pruned"),
    *("plain ns", *(f"{way} / plain" for way in WAYS if way != "plain")),
)
ABOUT = f"""One check asks whether one class is further from the table than t. All classes of
about {CANDIDATES} candidates are checked, drawn with seed 1 from every sum of levels in
proportion; the order is that of the column's type (of texts for occupation and race). *plain* adds
up all values of the column, *paper 004* prunes checks and summands, *runs* looks at both ends and
then jumps from present value to present value by bisection, *Shoal* chooses class by class. All
four are compiled, start from the same counts and give the same answers. *pruned* is the share of
checks that paper 004's pruning shortens: rejected by the first value, begun there, or broken off
(the paper found 69–99 %). The paper's times are of whole anonymizations; these are of the checks
alone.
"""


@dataclass(frozen=True)
class Sampled:
    """The classes of some candidates."""

    name: str
    found: Histogram
    classes: int


def section(options: Options) -> str:
    """Every table, limit and way."""
    rows = [
        _row(sampled, limit, options)
        for sampled in _tables(60 if options.quick else CANDIDATES)
        for limit in LIMITS
    ]
    _plot(options, rows)
    picture = "![Time relative to the plain way](benchmarks/ordered.svg)\n"
    return f"{ABOUT}\n{table(HEAD, rows)}\n{_targets(rows)}\n{picture}"


def _row(sampled: Sampled, limit: float, options: Options) -> tuple[object, ...]:
    asked = sampled.found, sampled.classes, limit + 1e-12
    runs = {name: warm(lambda: check(*asked), options.repeat) for name, check in WAYS.items()}  # noqa: B023
    violates, fate = check_with_pruning(*asked)
    _refuse_difference(
        violates, check_plainly(*asked), check_by_runs(*asked), classes_beyond(*asked)
    )
    shortened = np.count_nonzero(fate != SUMMED) / sampled.classes
    once = runs["plain"].cpu
    options.say(f"{sampled.name}, t = {limit}: {once:.3f} s, {runs['Shoal'].cpu / once:.2f}")
    return (
        sampled.name, sampled.found.values_in_table, limit, sampled.classes,
        f"{violates.mean():.0%}", f"{shortened:.0%}", 1e9 * once / sampled.classes,
        *(run.cpu / once for way, run in runs.items() if way != "plain"),
    )  # fmt: skip


def _refuse_difference(*answers: Bools) -> None:
    if not all(np.array_equal(answers[0], other) for other in answers):
        raise AssertionError("the ways to check t-closeness do not agree")


def _tables(candidates: int) -> list[Sampled]:
    race = tuple(name for name in FARS if name != "irace")
    return [
        _sampled("Adult occupation", adult(ADULT_8), "occupation", "string", candidates),
        _sampled("FARS race", fars(race), "irace", "string", candidates),
        _sampled("SPARCS length of stay", survivors(), "length_of_stay", "integer", candidates),
    ]


def _sampled(name: str, data: Dataset, column: str, type: str, candidates: int) -> Sampled:
    """The values of a column in all classes of some candidates."""
    texts = {quasi: data.frame[quasi] for quasi in data.columns}
    order = values_in_order(data.frame[column], column_types.build({"type": type}))
    encoded = encode(
        texts, data.hierarchies, sensitive={column: data.frame[column]}, orders={column: order}
    )
    heights = tuple(each.height for each in encoded.columns)
    parts, classes = [], 0
    for levels in spread(Lattice((0,) * len(heights), heights), candidates):
        grouping = group(encoded, levels)
        found = histogram(encoded.sensitive[column], grouping)
        parts.append((found.classes + np.int32(classes), found.values, found.counts))
        classes += len(grouping.sizes)
    arrays = [np.concatenate(part) for part in zip(*parts, strict=True)]
    return Sampled(name, Histogram(*arrays, encoded.sensitive[column].reference), classes)


def spread(lattice: Lattice, candidates: int) -> list[Levels]:
    """Candidates drawn from every sum of levels in proportion, at least one of each."""
    random = np.random.default_rng(1)
    by_sum: dict[int, list[Levels]] = {}
    for levels in lattice:
        by_sum.setdefault(sum(levels), []).append(levels)
    share = min(1.0, candidates / lattice.size)
    return [
        same[at]
        for same in by_sum.values()
        for at in random.choice(len(same), max(1, round(share * len(same))), replace=False)
    ]


def _targets(rows: list[tuple[object, ...]]) -> str:
    slowest = max(float(str(row[-1])) for row in rows)
    wide = max(float(str(row[-1])) for row in rows if row[1] == 120 and row[2] in LIMITS[2:])
    return (
        f"Targets: never slower than plain (at most {slowest:.2f} of its time), and twice as fast"
        f" on 120 values for t ≤ 0.3 (at least {1 / wide:.1f} times).\n"
    )


def _plot(options: Options, rows: list[tuple[object, ...]]) -> None:
    pictures = []
    for name in dict.fromkeys(str(row[0]) for row in rows):
        found = [row for row in rows if row[0] == name]
        series = {
            way: [(float(str(row[2])), float(str(row[6 + at]))) for row in reversed(found)]
            for at, way in enumerate(WAYS)
            if at
        }
        series["plain"] = [(limit, 1.0) for limit in reversed(LIMITS)]
        title = f"{name}, {found[0][1]} values"
        pictures.append(lines(title, "t", "time relative to plain", series, SHOWN))
    (options.plots / "ordered.svg").write_text(beside(pictures))
