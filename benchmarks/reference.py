"""Problem by problem beside the oracle's times; every answer is compared, too."""

from typing import NamedTuple

from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.problems import Question, oracle
from benchmarks.tables import geometric_mean, table
from benchmarks.warm import solve

TITLE = "Beside the reference: k-anonymity and loss"
HEAD = ("problem", "limit", "candidates", "looked at", "ours ms", "reference ms", "ratio", "same")
SLACK = 2.0  # milliseconds by which ours may be slower: the reference is a single draw


class Row(NamedTuple):
    """One problem."""

    name: str
    limit: str
    candidates: int
    looked_at: int
    ours: float
    reference: float
    ratio: float
    same: str


def section(options: Options) -> str:
    """One line per problem of the oracle, then the means."""
    rows = []
    for question in oracle()[:: 8 if options.quick else 1]:
        rows.append(_row(question, options.repeat))
        options.say(f"{question.name} {rows[-1].ours:.1f} ms, ratio {rows[-1].ratio:.1f}")
    return (
        "The reference is one call's CPU time in a warm Java process; ours is the least of several"
        " (encode, search, and the outcome).\n\n" + _means(rows) + "\n" + table(HEAD, rows)
    )


def _row(question: Question, repeat: int) -> Row:
    measured = warm(lambda: solve(question), repeat)
    ms, reference = 1000 * measured.cpu, question.milliseconds or 0.0
    return Row(
        question.name,
        f"{float(question.limit):g}",
        question.problem().lattice.size,
        measured.result.candidates_checked,
        ms,
        reference,
        reference / ms,
        "yes" if question.is_answered_by(measured.result) else "NO",
    )


def _means(rows: list[Row]) -> str:
    none = [row.ratio for row in rows if row.limit == "0"]
    some = [row.ratio for row in rows if row.limit != "0"]
    slower = ", ".join(row.name for row in rows if row.ours > row.reference + SLACK) or "none"
    wrong = ", ".join(row.name for row in rows if row.same != "yes") or "none"
    head = ("problems", "count", "geometric mean", "smallest", "target", "stretch")
    means = [
        ("limit 0", len(none), geometric_mean(none), min(none, default=None), "3", "6"),
        ("limit above 0", len(some), geometric_mean(some), min(some, default=None), "15", "25"),
    ]
    return (
        f"{table(head, means)}\nDifferent optimum: {wrong}. Slower than the reference by more than"
        f" {SLACK:g} ms: {slower}.\n"
    )
