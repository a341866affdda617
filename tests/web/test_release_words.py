"""What the pages of a run say about its figures, without a browser."""

import pytest

from shoal.ledger.workspace import Workspace
from shoal.report.headline import headline
from shoal.report.quality_table import COLUMN
from shoal.server.stored import StoredRun
from shoal.server.stored.job_rows import add_job, mark_done, take_next
from shoal.web.glossary import GLOSSARY
from shoal.web.pages.release import overview
from shoal.web.pages.release.remembered import find_done_job
from shoal.web.pages.release.tabs import run_by_id
from shoal.web.pages.risk import charts as risk_charts
from shoal.web.pages.risk import figures as risks
from shoal.web.pages.utility import charts, figures
from shoal.web.pages.utility.bar_table import _cell

SUMMARY = {
    "input": {"records": 1000},
    "quasi_identifiers": ["age", "zip"],
    "lattice_size": 12,
    "candidates_checked": 4,
    "levels": {"age": 1, "zip": 2},
    "loss_normalized": 0.25,
    "loss_by_column": {"age": 0.1, "zip": 1.0},
    "optimal": True,
    "suppressed_records": 20,
    "classes": {"count": 98, "min": 5, "mean": 10.0, "max": 40},
    "privacy": [
        {
            "model": "k-anonymity",
            "parameters": {"k": 5},
            "holds": True,
            "reason": "",
            "measured": 5,
        },
        {
            "model": "t-closeness",
            "parameters": {"t": 0.2, "column": "illness"},
            "holds": False,
            "reason": "too far",
            "measured": {"illness": 0.31},
        },
    ],
    "risk": {
        "before": {"highest": 1.0, "average": 0.5, "uniques": 300, "at_risk": 0.9},
        "after": {"highest": 0.2, "average": 0.1, "uniques": 0, "at_risk": 0.0},
    },
    "removed_columns": ["zip"],
    "seconds": {"search": 1.5, "total": 2.0},
    "cpu_seconds": {"search": 1.25, "total": 1.75},
}


def test_a_broken_promise_is_told_before_anything_else():
    top = headline(SUMMARY)
    assert (top.tone, top.title) == (
        "bad",
        "1 of 2 promises does not hold. Do not share this release.",
    )
    kept, broken = overview.promises(SUMMARY)
    assert (kept["holds"], kept["tone"], kept["measured"]) == ("Holds", "held", "5")
    assert kept["says"] == "Every record looks like at least 4 others."
    assert (broken["holds"], broken["tone"]) == ("Does not hold", "bad")
    assert (broken["measured"], broken["reason"]) == ("illness 0.31", "too far")


def test_a_promise_is_green_only_where_the_release_can_be_called_safe():
    safe = {**SUMMARY, "privacy": SUMMARY["privacy"][:1]}
    assert overview.promises(safe)[0]["tone"] == "good"
    alone = {"unique": 990, "share": 0.99, "records": 1000, "columns": ["age", "ward"]}
    (kept,) = overview.promises({**safe, "uniqueness": alone})
    assert (kept["holds"], kept["tone"]) == ("Holds", "held")


def test_every_column_and_every_unique_record_is_told():
    columns = [
        {"name": "id", "role": "identifier", "fate": "removed", "before": None, "after": None},
        {"name": "age", "role": "quasi-identifier", "fate": "grouped", "before": 90, "after": 9},
        {"name": "ward", "role": "insensitive", "fate": "unchanged", "before": 4, "after": 4},
        {"name": "note", "role": None, "fate": "not named", "before": None, "after": None},
    ]
    assert overview.every_column({"columns": columns}) == [
        ["id", "identifier", "Removed", "–"],
        ["age", "quasi-identifier", "Grouped", "90 → 9"],
        ["ward", "insensitive", "Unchanged", "4 → 4"],
        ["note", "–", "Not released: the study does not name it", "–"],
    ]
    alone = {"unique": 5, "share": 0.5}
    found = {"uniqueness": {**alone, "quasi_identifiers": alone, "with_sensitive": alone}}
    told = list(overview.uniqueness(found))
    assert [one[1] for one in told] == ["5 (50%)"] * 2
    assert {one[2] for one in told} <= set(GLOSSARY)
    assert overview.every_column({}) == list(overview.uniqueness({})) == []


def test_an_unchecked_promise_is_neither_kept_nor_broken():
    (found,) = overview.promises({"privacy": [{"model": "k-anonymity", "holds": "not_checked"}]})
    assert (found["holds"], found["tone"]) == ("Not checked", "open")


def test_costs_and_risks_are_figures_with_explanations():
    costs = {label: value for label, value, _, _ in overview.costs(SUMMARY, 0.05)}
    assert costs["Loss of detail"] == "25%"
    assert costs["Suppressed records"] == "20 (2%)"
    assert costs["Allowed to suppress"] == "50"
    told = {label: (value, tone) for label, value, _, tone in overview.risks(SUMMARY)}
    assert told["Highest risk"] == ("100% → 20%", "")
    assert told["Unique records"] == ("300 → 0", "")
    terms = [one[2] for one in (*overview.costs(SUMMARY, 0.05), *overview.risks(SUMMARY))]
    assert set(terms) <= set(GLOSSARY)


def test_columns_say_what_became_of_them():
    age, zip = overview.columns(SUMMARY)
    assert age == ["age", "1", "Grouped into less precise values.", "10%"]
    assert zip[2] == "Fully generalized: nothing is left of it."
    assert overview.absence_sentences(SUMMARY, "blank") == [
        "Columns of which nothing is left: zip.",
        "Suppressed records stay in the release with every cell blank.",
    ]


def test_the_search_tells_how_good_it_was_and_how_long_it_took():
    assert overview.search_sentence(SUMMARY).endswith(
        "4 of 12 candidates were looked at on the data."
    )
    assert [line[:3] for line in overview.phases(SUMMARY)] == [
        ["Search", "1.5 s", "1.25 s"],
        ["Total", "2 s", "1.75 s"],
    ]


def test_the_newest_run_is_meant_unless_one_is_named():
    runs = [StoredRun(id, "ann", "s", "t", {}, "r", "2026") for id in "ab"]
    assert run_by_id(runs, None) is runs[1]
    assert run_by_id(runs, "a") is runs[0]
    assert run_by_id(runs, "somebody else's") is None


def test_what_a_job_found_is_remembered_for_the_same_question_only(tmp_path):
    workspace = Workspace(tmp_path / "workspace", "ann")
    add_job(workspace, "ann", "attack", {"run": "a"}, 60, 50)
    id = take_next(workspace, 1).id
    assert find_done_job(workspace, "ann", "attack", {"run": "a"}) is None  # it is not done
    with workspace.transaction() as connection:
        mark_done(connection, id, '{"found": 1}')
    assert find_done_job(workspace, "ann", "attack", {"run": "a"}).result == {"found": 1}
    assert find_done_job(workspace, "ann", "attack", {"run": "b"}) is None
    assert find_done_job(workspace, "bob", "attack", {"run": "a"}) is None


def test_a_cell_of_a_bar_table_is_text_never_markup():
    assert _cell("<i>&", False) == "<td>&lt;i&gt;&amp;</td>"
    assert "width: 25.0%" in _cell(0.25, False)
    assert _cell(None, True) == '<td class="share">–</td>'


QUALITY = {
    "columns": {
        "age": {
            "type": "integer",
            "missing": {"before": 0.0, "after": 0.02},
            **{
                key: {"quality": 0.5}
                for key in ("generalization_intensity", "granularity", "non_uniform_entropy")
            },
            "squared_error": {"quality": None, "reason": "no numbers"},
        }
    },
    "granularity": {"arithmetic-mean": 0.5},
    "sse_sst": {"quality": 0.75},
}


def test_quality_is_told_for_columns_and_for_the_whole():
    (line,) = figures.columns(QUALITY)
    age = dict(zip(("name", "type", *COLUMN), line, strict=True))
    assert (age["name"], age["missing"], age["granularity"]) == ("age", 0.02, 0.5)
    assert age["squared_error"] is None
    told = {name: (value, term) for name, value, term in figures.whole(QUALITY)}
    assert told["Granularity"][0] == "50%"
    assert told["Variance kept"][0] == "75%"
    assert told["Ambiguity"][0] == "–"
    assert {term for _, term in told.values()} <= set(GLOSSARY)
    missing = [{"column": "age", "measure": "squared_error", "reason": "it has no numbers"}]
    assert figures.reasons({"not_available": missing}) == [
        "Not measured for age: it has no numbers."
    ]


def test_statistics_stand_before_and_after_with_their_explanations():
    lines = figures.statistics({"before": {"mean": 1.5, "mode": "a"}, "after": {"mode": "b"}})
    assert [(name, *sides) for name, _, *sides in lines] == [
        ("Most frequent value", "a", "b"),
        ("Mean", "1.5", "–"),
    ]
    assert {term for _, term in figures.STATISTICS.values()} <= set(GLOSSARY)


def side(**counts):
    return {"records": list(counts.items()), "others": 0, "distinct": len(counts)}


def test_distributions_share_a_chart_only_where_values_are_the_same():
    assert charts.have_the_same_values(side(f=1, m=3), side(f=1, m=2))
    assert not charts.have_the_same_values(side(a=1), side(b=1))
    both = charts.overlay(side(f=1, m=3), side(f=2))
    assert both["xAxis"]["data"] == ["f", "m"]
    assert [one["data"] for one in both["series"]] == [[25, 75], [100, 0]]


def test_many_values_are_put_together_and_none_is_lost():
    many = {"records": [(str(at), 1) for at in range(150)], "others": 50, "distinct": 200}
    labels, shares = charts.shares_of(many)
    assert len(labels) <= charts.BARS + 1
    assert (labels[0], labels[-1]) == ("0 … 2", "others")
    assert sum(shares) == pytest.approx(100)


def test_the_difference_of_pairs_needs_common_values():
    before = {"rows": ["f"], "columns": ["x", "y"], "shares": [[0.5, 0.5]]}
    after = {"rows": ["f", "*"], "columns": ["x", "y"], "shares": [[0.4, 0.5], [0.1, 0]]}
    points = charts.difference(before, after)["series"][0]["data"]
    assert [0, 0, -10.0] in points
    assert [0, 1, 10.0] in points
    other = {"rows": ["*"], "columns": ["x"], "shares": [[1.0]]}
    assert charts.difference(before, other) is None


def risk_side(shares, **more):
    ends = (0.1, 0.2, 1.0)
    profile = [
        {"up_to": end, "share": share, "cumulative": sum(shares[: at + 1])}
        for at, (end, share) in enumerate(zip(ends, shares, strict=True))
    ]
    attacker = {"highest": 0.2, "success": 0.1, "lowest": 0.01, "at_risk": 0.0}
    found = {"prosecutor": attacker, "journalist": attacker, "marketer": {"success": 0.1}}
    return {"profile": profile, "attackers": {"threshold": 0.2, **found}, **more}


RISK = {**risk_side((0.5, 0.5, 0.0)), "before": risk_side((0.0, 0.25, 0.75))}


def test_records_above_a_threshold_come_from_the_profile():
    place = risks.place_of(RISK["profile"], 0.2)
    assert place == 1
    assert risks.above(RISK["profile"], place) == 0
    assert risks.above(RISK["before"]["profile"], place) == 0.75


def test_attackers_stand_before_and_after():
    lines = risks.attackers(RISK)
    assert [line[0] for line in lines][:2] == ["Prosecutor, input", "Prosecutor, release"]
    assert lines[-1] == ["Marketer, release", None, 0.1, None, None]


def test_the_profile_is_drawn_where_there_are_records_linear_or_logarithmic():
    named = risks.sides(RISK)
    drawn = risk_charts.profile(named, False)
    assert [one["data"] for one in drawn["series"]] == [[0, 25, 75], [50, 50, 0]]
    assert risk_charts.profile(named, True)["series"][1]["data"] == [50, 50, None]
    assert risk_charts.lines(named)[0] == ["≤ 10%", "0%", "0%", "50%", "50%"]


def attack(success, baseline=0.1):
    tried = {"attempts": 100, "low": success / 2, "high": success, "reason": None}
    return {**tried, "success": success, "baseline": baseline, "gain": success - baseline}


def test_attacks_are_told_in_words():
    report = {
        "attacks": [
            {"name": "linkage", "before": attack(0.9), "after": attack(0.05), "tried": None},
            {"name": "other", "before": attack(0.9), "after": {"reason": "no dates"}},
            {"name": "hashes", "before": attack(0), "after": attack(0), "tried": "ten values"},
        ]
    }
    found, hashes = risks.attacks(report)
    assert "0% succeeded (0% to 0%). They tried ten values." in hashes["says"]
    assert found["says"].startswith("100 attempts: 5% succeeded")
    assert found["says"].endswith("That is no better than guessing.")
    assert risks.reasons_not_tried(report) == ["Not tried: other; no dates."]


def test_findings_of_the_law_say_where_they_still_are():
    found = {"number": 2, "kind": "places", "by": "name", "share": None, "form": None}
    report = {
        "safe_harbor": [{**found, "column": "zip"}],
        "before": {"safe_harbor": [{**found, "column": "zip"}, {**found, "column": "town"}]},
    }
    assert [line[::3] for line in risks.safe_harbor(report)] == [
        ["zip", "in the release, too"],
        ["town", "in the input only"],
    ]


def test_models_are_measured_on_both_sides_and_gaps_are_explained():
    def model(value, **parameters):
        known = {"model": "k-anonymity", "measures": "k", "reason": "none was named"}
        return {**known, "parameters": parameters, "measured": value}

    report = {"models": [model(5), model(None, column="x")], "before": {"models": [model(1)]}}
    assert risks.models(report, False) == [["", "k-anonymity", "k = 1", "k = 5"]]
    assert risks.models(report, True) == []
    assert risks.reasons_not_measured(report) == ["Not measured (k-anonymity): none was named."]
