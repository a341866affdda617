"""The sections of the page as plain values: what is shown; the template says how it looks."""

import re
from collections.abc import Mapping
from typing import cast

import yaml
from markupsafe import Markup

from shoal.report import charts, words
from shoal.report.fates import fates_of, uniqueness_of
from shoal.report.flat import as_list, as_mapping, flat
from shoal.report.game_section import game_section
from shoal.report.graph_section import graph_of
from shoal.report.headline import headline
from shoal.report.learning_page import rows_in_report
from shoal.report.local_section import local_of
from shoal.report.method_section import method_of
from shoal.report.numbers import (
    count_of,
    is_number,
    number,
    percent,
    share_of_total,
    suppression_allowance,
)
from shoal.report.quality_table import quality_rows
from shoal.report.risk_charts import cumulative_chart, profile_chart
from shoal.report.run_section import (
    data_path,
    group_warnings,
    input_of,
    moment_of,
    review_of,
    search_of,
    stages_of,
    versions_of,
)
from shoal.report.shown_columns import columns_of
from shoal.report.types import page
from shoal.report.types.quality import Utility
from shoal.report.types.sections import SIDES, RiskSides
from shoal.report.types.summary import ClassSizes, ProfileSides, Report, Summary
from shoal.study.keys.plain import Settings, StudyKeys


def sections(report: Report) -> page.Context:
    """Everything that the template of a run's report needs, by the name it has there.

    A missing figure, as in reports of older versions, is None and shown as not available.
    """
    summary, study = as_mapping(report.get("summary")), as_mapping(report.get("study"))
    return {
        **_answer(summary, study),
        "created": moment_of(report.get("created")),
        "columns": columns_of(report),
        "fates": fates_of(summary),
        "removed": [words.label(name) for name in _not_released(summary)],
        "uniqueness": uniqueness_of(summary),
        "left_out": _left_out(summary, study),
        "method": method_of(summary),
        "local": local_of(summary),
        "graph": graph_of(report),
        "classes": _classes(summary, as_mapping(report.get("class_sizes"))),
        "loss": _loss(summary),
        "risk": _risk(as_mapping(summary.get("risk"))),
        "profiles": _profiles(as_mapping(report.get("risk_profile"))),
        "game": game_section(as_mapping(summary.get("game"))),
        "utility": _utility(as_mapping(summary.get("utility"))),
        "quality": quality_rows(as_mapping(report.get("quality"))),
        "learning": rows_in_report(as_mapping(report.get("learning"))),
        "search": search_of(summary),
        "timing": stages_of(summary),
        "memory": summary.get("peak_memory_mb"),
        "input": input_of(summary),
        "data": data_path(study),
        "versions": versions_of(as_mapping(report.get("versions"))),
        "review": review_of(report.get("created"), study),
        "version": summary.get("shoal_version") and words.label(summary["shoal_version"]),
        "formats": (summary.get("format"), report.get("format")),
        "recipe": recipe(study),
    }


def _answer(summary: Summary, study: StudyKeys) -> page.AnswerRows:
    """What stands above everything else: the headline, its reasons, figures, promises, warnings."""
    promises, top = _promises(summary), headline(summary)
    return {
        "tone": top.tone,
        "standing": words.label(top.title, 300),
        "reasons": [words.label(reason, 600) for reason in top.reasons],
        "headline": words.gist(summary, as_mapping(study.get("output")).get("suppressed")),
        "figures": _figures(summary),
        "shoal": _shoal(summary),
        "warnings": [words.label(text, 1000) for text in as_list(summary.get("warnings"))],
        "warning_groups": group_warnings(as_list(summary.get("warnings"))),
        "promises": promises,
        "account": words.account(as_mapping(summary.get("account"))),
    }


def recipe(study: StudyKeys) -> str:
    """The study as YAML, with texts beyond 200 characters shortened and passwords hidden."""
    text = yaml.safe_dump(
        _shorten(study), sort_keys=False, allow_unicode=True, default_flow_style=None, width=88
    )
    return words.printable(re.sub(r"(://[^\s:/@]*:)[^\s@]*@", r"\1…@", text))


def _figures(summary: Summary) -> page.FigureRows:
    """The large figures: records kept, loss, and the highest risk before and after."""
    records, gone = (
        as_mapping(summary.get("input")).get("records"),
        summary.get("suppressed_records"),
    )
    kept = records - gone if is_number(records) and is_number(gone) else None
    risk = as_mapping(summary.get("risk"))
    return {
        "kept": kept,
        "records": records,
        "kept_share": share_of_total(kept, records),
        "outside": as_mapping(summary.get("input")).get("outside_subset"),
        "loss": summary.get("loss_normalized"),
        "risk_before": as_mapping(risk.get("before")).get("highest"),
        "risk_after": as_mapping(risk.get("after")).get("highest"),
    }


def _shoal(summary: Summary) -> Markup | None:
    """The smallest class as a picture of fish; None if its size is unknown or says little."""
    smallest = as_mapping(summary.get("classes")).get("min")
    method = as_mapping(summary.get("method"))
    # Where a method blanked or changed cells, the size of classes says little.
    says_little = is_number(method.get("smallest_bin")) or "perturbation" in method
    if not is_number(smallest) or smallest < 1 or says_little:
        return None
    return charts.shoal("The smallest class", int(smallest))


def _promises(summary: Summary) -> list[page.PromiseRow]:
    """Each promise with its parameters, what was measured, and why it holds or not."""
    return [
        {
            "model": words.label(promise.get("model")),
            "says": words.promise(promise.get("model"), as_mapping(promise.get("parameters"))),
            "parameters": flat(as_mapping(promise.get("parameters"))),
            "holds": promise.get("holds"),
            "measured": flat(promise.get("measured")),
            "measures": words.measure_name(promise.get("model")),
            "reason": words.label(
                promise.get("reason") or REASONS[promise.get("holds") is True], 600
            ),
        }
        for promise in map(as_mapping, as_list(summary.get("privacy")))
    ]


REASONS = {
    True: "Computed again from the release: it is within what was promised.",
    False: "No reason was recorded.",
}


def _left_out(summary: Summary, study: StudyKeys) -> page.LeftOutRows:
    """How many records were suppressed or fully generalized, and how many might have been."""
    records, gone = (
        as_mapping(summary.get("input")).get("records"),
        summary.get("suppressed_records"),
    )
    blurred, asked = summary.get("fully_generalized_records"), study.get("suppression_limit", 0)
    limit = 1 if "account" in summary else asked  # differential privacy has no limit
    output = as_mapping(study.get("output"))
    return {
        "fate": words.FATES.get(str(output.get("suppressed")), words.FATES["left-out"])[1],
        "records": records,
        "gone": gone,
        "share": share_of_total(gone, records),
        "blurred": blurred,
        "limit": limit,
        "allowed": suppression_allowance(limit, records),
        "chart": _fates(records, gone, blurred or 0),
    }


def _fates(records: object, gone: object, blurred: object) -> Markup | None:
    """A chart of kept, fully generalized and suppressed records; None if a count is missing."""
    if not (is_number(records) and is_number(gone) and is_number(blurred)):
        return None
    fates = (
        ("Kept with detail", records - gone - blurred),
        ("Kept, fully generalized", blurred),
        ("Left out", gone),
    )
    parts = [charts.Bar(name, count, count_of(count, "record")) for name, count in fates]
    return charts.proportions("What became of the records", parts)


def _classes(summary: Summary, sizes: ClassSizes) -> page.ClassRows:
    """How many classes there are and how large, with a chart before and one after."""
    classes, bins = as_mapping(summary.get("classes")), as_list(sizes.get("bins"))
    before, after = ([n or 0 for n in as_list(sizes.get(side))] for side in SIDES)
    longest = max([*before, *after], default=0)
    return {
        "count": classes.get("count"),
        "min": classes.get("min"),
        "mean": classes.get("mean"),
        "max": classes.get("max"),
        "before": _class_sizes("before", list(zip(bins, before, strict=False)), longest),
        "after": _class_sizes("after", list(zip(bins, after, strict=False)), longest),
    }


def _class_sizes(side: str, bins: list[tuple[str, int]], longest: float) -> Markup | None:
    """A bar for each bin of class sizes, as long as it has records; None without bins."""
    rows = [charts.Bar(str(name), records, number(records)) for name, records in bins]
    title = f"Records by size of their class, {side}"
    return charts.bars(title, rows, longest=longest, kind=side) if rows else None


def _loss(summary: Summary) -> page.LossRows:
    """The loss of the release, and a bar for each column, the largest first."""
    by_column = {
        str(name): loss
        for name, loss in as_mapping(summary.get("loss_by_column")).items()
        if is_number(loss)
    }
    longest = max([1.0, *by_column.values()])  # a full bar is all that can be lost, 1, or more
    write = percent if longest <= 1 else number
    rows = [
        charts.Bar(name, loss, write(loss))
        for name, loss in sorted(by_column.items(), key=lambda item: -item[1])
    ]
    chart = charts.bars("Loss per column", rows, longest=longest, kind="after")
    return {
        "score": summary.get("loss"),
        "normalized": summary.get("loss_normalized"),
        "by_column": by_column,
        "chart": chart if rows else None,
    }


def _profiles(profiles: ProfileSides) -> page.ProfileCharts | None:
    """Charts of how many records have which risk, before and after; None if that is not known."""
    if not profiles:
        return None
    return {
        "before": profile_chart("before", profiles["before"]),
        "after": profile_chart("after", profiles["after"]),
        "cumulative": cumulative_chart([(side, profiles[side]) for side in SIDES]),
    }


def _risk(risk: RiskSides) -> list[page.SideRow]:
    """A row for each measure of risk, before and after; measures that have no words come last."""
    before, after = (cast(Settings, as_mapping(risk.get(side))) for side in SIDES)
    keys = [*words.RISK, *(key for key in {**before, **after} if key not in words.RISK)]
    return [
        {
            "name": words.RISK.get(key, (words.label(key), ""))[0],
            "meaning": words.RISK.get(key, ("", "A further measure of this run."))[1],
            "before": before.get(key),
            "after": after.get(key),
        }
        for key in keys
    ]


def _not_released(summary: Summary) -> list[str]:
    """The columns of the input that are not in the release.

    The summary's `removed_columns` also has fully generalized columns; these are in the release.
    """
    generalized = as_list(as_mapping(summary.get("utility")).get("removed_columns"))
    return [name for name in as_list(summary.get("removed_columns")) if name not in generalized]


def _utility(utility: Utility) -> list[page.MeasureRow]:
    """A row for each measure of utility that is a number."""
    meaning = "A further measure of this run."
    return [
        {
            "name": entry["name"],
            "value": entry["value"],
            "meaning": words.UTILITY.get(entry["name"], meaning),
        }
        for entry in flat({key: value for key, value in utility.items() if is_number(value)})
    ]


def _shorten(value: object) -> object:
    """A part of the study as YAML can hold it, with very long texts shortened."""
    if isinstance(value, Mapping):
        return {_shorten(str(key)): _shorten(x) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [_shorten(x) for x in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    return text if len(text) <= 200 else text[:199] + "…"
