"""Pictures of the risk profile (paper 001 Fig. 8): how many records have which risk."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from shoal.report import charts, numbers
from shoal.report.learning_charts import Line, curves
from shoal.report.types.summary import ProfileRow

Profile = Sequence[ProfileRow]
KINDS = {"before": "baseline", "after": "released", "": "released"}


def profile_chart(side: str, profile: Profile) -> Markup:
    """The share of records in each interval of risk that has any, the highest risk first."""
    rows = [row for row in reversed(profile) if row["share"]]
    bars = [
        charts.Bar(
            f"up to {numbers.percent(row['up_to'])}", row["share"], numbers.percent(row["share"])
        )
        for row in rows
    ]
    longest = max((row["share"] for row in rows), default=1)
    return charts.bars(f"Risk profile, {side}", bars, longest=longest, kind=side)


def cumulative_chart(sides: Sequence[tuple[str, Profile]]) -> Markup:
    """The share of records up to each risk, a curve for each side."""
    lines = [
        Line(
            KINDS[name],
            f"{name.capitalize() or 'Table'}: {_up_to_a_fifth(profile)} have a risk of at most 20%",
            list(_steps(profile)),
        )
        for name, profile in sides
    ]
    axes = ("Risk at most", "Share of records")
    return curves("Records with at most a risk", lines, axes, diagonal=False)


def _steps(profile: Profile) -> Iterator[tuple[float, float]]:
    """The points of a curve as stairs; within an interval of risk, the share rises at its end."""
    share = 0.0
    yield 0.0, share
    for row in profile:
        yield row["up_to"], share
        share = row["cumulative"]
        yield row["up_to"], share


def _up_to_a_fifth(profile: Profile) -> str:
    """The share of records with a risk of at most 20%."""
    return numbers.percent(next(row["cumulative"] for row in profile if row["up_to"] == 0.2))
