"""A measured risk as lines of tables: attackers, sets of columns, models, findings."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from shoal.report.game_section import ROWS
from shoal.report.numbers import count_of, is_number, number, percent
from shoal.report.risk_table import NAMED, SHARES, SIGNS
from shoal.report.types.measured_risk import (
    AttackReport,
    AttackRow,
    AttackSide,
    MeasuredModel,
    RiskReport,
    RiskSide,
    SafeHarborColumn,
    UniquePeople,
)
from shoal.report.types.sections import GameFacts
from shoal.report.types.summary import ProfileRow
from shoal.report.words import label

NOTHING = "–"
ATTACKERS: dict[Literal["prosecutor", "journalist", "marketer"], str] = {
    "prosecutor": "Prosecutor",
    "journalist": "Journalist",
    "marketer": "Marketer",
}
TELLING: tuple[Literal["distinction"], Literal["separation"]] = ("distinction", "separation")
MOST_SETS = 25  # sets of columns in a table
MOST_VALUES = 10  # values in a table


def sides(report: RiskReport) -> list[tuple[str, RiskSide]]:
    """Name and measured risk of the input, where it was measured, and of the release."""
    before = report.get("before")
    release: tuple[str, RiskSide] = ("Release", report)
    return [("Input", before), release] if before else [release]


def attackers(report: RiskReport) -> list[list[object]]:
    """One line per attacker and side: name, then highest, average and lowest risk, share at risk.

    Shares are from 0 to 1, or None.
    """
    keys = ("highest", "success", "lowest", "at_risk")
    return [
        [f"{title}, {name.lower()}", *(side["attackers"][attacker].get(key) for key in keys)]
        for attacker, title in ATTACKERS.items()
        for name, side in sides(report)
    ]


def above(profile: Sequence[ProfileRow], place: int) -> float:
    """The share of records whose risk is higher than the end of the interval at this place."""
    return max(0.0, 1 - float(profile[place]["cumulative"]))


def place_of(profile: Sequence[ProfileRow], threshold: float) -> int:
    """The place of the last interval that does not end above a threshold; 0 if all do."""
    ends = [at for at, one in enumerate(profile) if one["up_to"] <= threshold * (1 + 1e-9)]
    return ends[-1] if ends else 0


def sets(report: RiskReport) -> list[list[str]]:
    """A line for each set of columns: distinction by side, then separation by side."""
    sets_by_side = [
        {tuple(one["columns"]): one for one in (columns["sets"] if columns else ())}
        for columns in (side.get("columns") for _, side in sides(report))
    ]
    first = sets_by_side[0]
    return [
        [
            ", ".join(map(label, names)),
            *(
                percent(side[names][key]) if names in side else NOTHING
                for key in TELLING
                for side in sets_by_side
            ),
        ]
        for names in list(first)[:MOST_SETS]
    ]


def contributions(side: RiskSide) -> dict[str, float]:
    """How much each column contributes to telling people apart, in percent of all columns."""
    columns = side.get("columns")
    shares = (columns["contributions"] if columns else None) or {}
    total = sum(shares.values()) or 1
    return {label(name, 24): round(100 * value / total, 2) for name, value in shares.items()}


def risky_values(report: RiskReport) -> list[list[str]]:
    """Released values whose records are easiest to find."""
    columns = report.get("columns")
    risky = columns["risky_values"] if columns else []
    return [
        [
            label(one["column"]), label(one["value"], 40), number(one["records"]),
            percent(one["average_risk"]),
        ]
        for one in risky[:MOST_VALUES]
    ]  # fmt: skip


def models(report: RiskReport, about_columns: bool) -> list[list[str]]:
    """A line for each measured privacy model: column, model, and what each side keeps of it.

    Args:
        report: The measured risk.
        about_columns: Whether models about sensitive columns are wanted; else those about records.
    """
    measured = [{_key(one): one for one in side.get("models") or ()} for _, side in sides(report)]
    last = measured[-1]
    return [
        [*name, *(_value(side[name]) if name in side else NOTHING for side in measured)]
        for name, one in last.items()
        if bool(name[0]) == about_columns and any(_is_measured(side.get(name)) for side in measured)
    ]


def reasons_not_measured(report: RiskReport) -> list[str]:
    """Why some models were not measured, one sentence for each reason."""
    models_by_reason: dict[str, list[str]] = {}
    for one in report.get("models") or ():
        if one["measured"] is None:
            models_by_reason.setdefault(str(one["reason"]), []).append(str(one["model"]))
    return [
        f"Not measured ({', '.join(dict.fromkeys(names))}): {reason}."
        for reason, names in models_by_reason.items()
    ]


def safe_harbor(report: RiskReport) -> list[list[str]]:
    """Columns that look like one of the eighteen kinds of the law.

    A line has column, kind, how it was noticed, and whether it is in the release, too.
    """
    left = {(one["column"], one["number"]) for one in report.get("safe_harbor") or ()}
    listed = {
        (one["column"], one["number"]): one
        for _, side in reversed(sides(report))
        for one in side.get("safe_harbor") or ()
    }
    return [
        [
            label(one["column"]),
            f"{one['number']} {one['kind']}",
            _by(one),
            "in the release, too" if key in left else "in the input only",
        ]
        for key, one in sorted(listed.items(), key=lambda each: each[0][1])
    ]


def uniques(report: RiskReport) -> list[list[str]]:
    """Unique records, and estimates of unique people where a population is known."""
    by_side = [side["uniqueness"] for _, side in sides(report)]
    lines = [["Unique records", *(_sample(one) for one in by_side)]]
    names = by_side[-1].get("estimated_uniques") or {}
    lines += [
        [f"Unique people, by {name}", *(_estimate(one, name) for one in by_side)] for name in names
    ]
    return lines


def estimators(report: RiskReport) -> list[str]:
    """The estimators of unique people, by name."""
    points = report["uniqueness"].get("by_fraction") or []
    return list(points[0]["unique_share"]) if points else []


def uniqueness_lines(report: RiskReport) -> list[list[str]]:
    """A line for each side and sampling fraction: the share of unique people by estimator.

    "no solution" where the estimator has none.
    """
    return [
        [
            f"{percent(one['fraction'])}, {name.lower()}",
            *("no solution" if share is None else percent(share) for share in shares.values()),
        ]
        for name, side in sides(report)
        for one in side["uniqueness"].get("by_fraction") or ()
        for shares in (one["unique_share"],)
    ]


def payouts(game: GameFacts) -> list[list[str]]:
    """A line for each figure of the game: its name, then input and release."""
    return [
        [name, number(game["before"].get(key)), number(game["after"].get(key))]
        for key, (name, _) in ROWS.items()
    ]


class TriedAttack(TypedDict):
    """An attack in a chart.

    Attributes:
        name: What it is called.
        before: The share that succeeds on the input; None where it was not tried.
        after: The share that succeeds on the release.
        guess: The share that succeeds by guessing.
        says: A sentence about it.
    """

    name: str
    before: float | None
    after: float | None
    guess: float | None
    says: str


def attacks(report: AttackReport) -> list[TriedAttack]:
    """Each attack that was possible on the release, with its shares and a sentence about it."""
    return [
        {
            "name": str(one["name"]),
            "before": one["before"]["success"],
            "after": one["after"]["success"],
            "guess": one["after"]["baseline"],
            "says": _attack_sentence(one),
        }
        for one in report["attacks"]
        if one["after"]["reason"] is None
    ]


def reasons_not_tried(report: AttackReport) -> list[str]:
    """Attacks that were not possible, and why."""
    return [
        f"Not tried: {label(one['name'])}; {one['after']['reason']}."
        for one in report["attacks"]
        if one["after"]["reason"] is not None
    ]


def special(report: RiskReport) -> list[list[str]]:
    """Records that few columns single out (SUDA), on each side."""
    by_side = [side["special_uniques"] for _, side in sides(report)]
    return [
        ["Records", *(number(one["records"]) for one in by_side)],
        ["Highest score", *(number(one["highest_score"]) for one in by_side)],
        ["A match is right, at most", *(percent(one["dis"]["highest"]) for one in by_side)],
        ["A match is right, median", *(percent(one["dis"]["p50"]) for one in by_side)],
    ]


def _attack_sentence(one: AttackRow) -> str:
    """The result of an attack that was tried, in words."""
    before, after = one["before"], one["after"]
    space = f" They tried {one['tried']}." if one["tried"] is not None else ""
    tried = f"{count_of(after['attempts'], 'attempt')}: "
    was = f" On the input {percent(before['success'])} did." if before["reason"] is None else ""
    guess = f" Guessing without the release would succeed with {percent(after['baseline'])}."
    between = f"{percent(after['low'])} to {percent(after['high'])}"
    succeeded = f"{tried}{percent(after['success'])} succeeded ({between})."
    return f"{succeeded}{space}{was}{guess}{_help_of(after)}"


def _help_of(side: AttackSide) -> str:
    """Whether the release helps the attacker, in words; empty if chance may explain it."""
    success, baseline, gain = side["success"] or 0.0, side["baseline"] or 0.0, side["gain"] or 0.0
    low, high = side["low"] or 0.0, side["high"] or 0.0
    if success <= max(baseline, 1e-12) or low <= baseline:
        return " That is no better than guessing."
    return "" if gain <= high - low else " The release helps."


def _key(one: MeasuredModel) -> tuple[str, str]:
    """What identifies a measured model: its column, or an empty text; its name with parameters."""
    shown = {key: value for key, value in one["parameters"].items() if key != "column"}
    named = [str(value) if key in NAMED else f"{key} {value}" for key, value in shown.items()]
    return str(one["parameters"].get("column", "")), ", ".join([one["model"], *named])


def _is_measured(one: MeasuredModel | None) -> bool:
    return one is not None and one["measured"] is not None


def _value(one: MeasuredModel) -> str:
    """What was measured of a model: sign = value."""
    measures, value = one["measures"], one["measured"]
    if value is None:
        return NOTHING
    sign = SIGNS.get(measures, measures)
    if measures in SHARES:
        return percent(value) if measures == "threshold" else f"{sign} = {percent(value)}"
    return f"{sign} = {number(value)}"


def _by(one: SafeHarborColumn) -> str:
    """How an identifier of the law was noticed, in words."""
    form = f"; {percent(one['share'])} look like {one['form']}" if one["form"] else ""
    return f"by {one['by']}{form}"


def _sample(one: UniquePeople) -> str:
    """The number of unique records, and their share."""
    return f"{number(one['sample'])} ({percent(one['sample_share'])})"


def _estimate(one: UniquePeople, name: str) -> str:
    """The estimated number of unique people by one estimator."""
    estimate = (one.get("estimated_uniques") or {}).get(name)
    return number(round(estimate)) if is_number(estimate) else "no solution"
