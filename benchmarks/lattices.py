"""Growth with columns and with the number of candidates: the exact search on part of a table."""

from benchmarks.datasets import Dataset, adult, example, fars
from benchmarks.measure import Measured, warm
from benchmarks.options import Options
from benchmarks.plots import lines
from benchmarks.problems import PROMISES, Question
from benchmarks.tables import table
from benchmarks.warm import solve
from shoal.search import Outcome, strategies

TITLE = "Growth with columns and candidates"
EXACT = 1 << 22  # candidates up to which the optimum is proven here
WIDE = (12, 16, 20, 25, 30)
ANYTIME = ("auto", "best-first")
LIMIT = "0.05"


def section(options: Options) -> str:
    """Tables of the exact search, then of tables too wide for it."""
    runs = {data.name: _growing(data, options) for data in _datasets(options)}
    _plot(options, runs)
    rows = [
        (name, columns, size, measured.result.candidates_checked, 1000 * measured.cpu)
        for name, found in runs.items()
        for columns, size, measured in found
    ]
    head = ("table", "columns", "candidates", "looked at", "CPU ms")
    return (
        "k = 5, loss, limit 5 %: the first columns of each table, encode and search, warm.\n\n"
        f"{table(head, rows)}\n![CPU by candidates](benchmarks/candidates.svg)\n\n{_wide(options)}"
    )


def _growing(data: Dataset, options: Options) -> list[tuple[int, int, Measured[Outcome]]]:
    least = 7 if options.quick else 4
    found = []
    for columns in range(least, len(data.columns) + 1):
        question = _question(data.only(data.columns[:columns], data.name))
        measured = warm(lambda: solve(question), options.repeat)  # noqa: B023  (called at once)
        size = question.problem().lattice.size
        found.append((columns, size, measured))
        options.say(f"{data.name}, {columns} columns, {size:,}: {1000 * measured.cpu:.1f} ms")
    return found


def _question(data: Dataset) -> Question:
    quality = {"model": "loss"}
    return Question(data.name, data, PROMISES, quality, LIMIT)


def _datasets(options: Options) -> list[Dataset]:
    return [adult(), fars(), example(options.folder / "example")]


def _wide(options: Options) -> str:
    """Adult with columns that repeat others, so that there are up to 30."""
    strategy = next((name for name in ANYTIME if name in strategies), None)
    if strategy is None:
        return "Wider tables wait for an anytime search.\n"
    rows = []
    for columns in WIDE[:2] if options.quick else WIDE:
        question = _question(repeated(adult(), columns))
        size = question.problem().lattice.size
        measured = warm(lambda: _limited(question, strategy), 1)  # noqa: B023  (called at once)
        outcome = measured.result
        rows.append(
            (columns, f"{size:.1e}", 1000 * measured.cpu, outcome.loss_normalized, outcome.gap)
        )
        options.say(f"{rows[-1]}")
    head = ("columns", "candidates", "CPU ms", "loss", "gap")
    return (
        f"Adult-9 with repeated columns, `{strategy}` for 5 seconds; the gap is what a better"
        f" answer could gain at most.\n\n{table(head, rows)}"
    )


def _limited(question: Question, strategy: str) -> Outcome:
    search = strategies.build({"strategy": strategy, "seconds": 5})
    return search.run(question.problem(), lambda _: None)


def repeated(data: Dataset, columns: int) -> Dataset:
    """The table with its columns repeated, under new names, until there are so many."""
    names = [data.columns[at % len(data.columns)] for at in range(columns)]
    new = [name if at < len(data.columns) else f"{name} {at}" for at, name in enumerate(names)]
    frame = data.frame.select(
        data.frame[old].alias(name) for old, name in zip(names, new, strict=True)
    )
    hierarchies = {name: data.hierarchies[old] for old, name in zip(names, new, strict=True)}
    return Dataset(data.name, frame, hierarchies)


def _plot(options: Options, runs: dict[str, list[tuple[int, int, Measured[Outcome]]]]) -> None:
    series = {
        name: [(float(size), 1000 * measured.cpu) for _, size, measured in found]
        for name, found in runs.items()
    }
    picture = lines("Exact search, CPU milliseconds", "candidates", "CPU ms", series)
    (options.plots / "candidates.svg").write_text(picture)
