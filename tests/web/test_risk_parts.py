"""What the charts of the page risk draw, and what stands in their tables."""

from shoal.web.pages.risk import charts, figures

POINTS = [
    {"fraction": 0.01, "population": 900, "unique_share": {"pitman": 0.02, "snb": None}},
    {"fraction": 0.1, "population": 90, "unique_share": {"pitman": 0.125, "snb": 0.1}},
]
REPORT = {"uniqueness": {"by_fraction": POINTS}}
GAME = {
    "stakes": {},
    "attacker": "prosecutor",
    "maximum": 1200.0,
    "before": {"publisher": 900.0, "adversary": 296.0, "attacked_records": 1, "found": 1.0},
    "after": {"publisher": 217.654, "adversary": -0.0, "attacked_records": 0, "found": 0.0},
}


def test_uniqueness_is_a_curve_for_each_estimator_with_gaps_where_there_is_no_solution():
    chart = charts.uniqueness(REPORT)
    assert chart["xAxis"]["data"] == ["1%", "10%"]
    assert {each["name"]: each["data"] for each in chart["series"]} == {
        "pitman": [2.0, 12.5],
        "snb": [None, 10.0],
    }


def test_the_table_of_the_curves_says_where_there_is_no_solution():
    assert figures.estimators(REPORT) == ["pitman", "snb"]
    assert figures.uniqueness_lines(REPORT) == [
        ["1%, release", "2%", "no solution"],
        ["10%, release", "12.5%", "10%"],
    ]
    assert figures.uniqueness_lines({"uniqueness": {}}) == []


def test_payouts_of_both_players_stand_beside_the_most_that_is_possible():
    chart = charts.payouts(GAME)
    assert chart["yAxis"]["data"] == ["Publisher", "Adversary"]
    assert [each["data"] for each in chart["series"]] == [[900.0, 296.0], [217.65, 0.0]]
    assert chart["xAxis"]["max"] == 1200.0
    assert figures.payouts(GAME)[0] == ["The publisher’s payout", "900", "217.7"]
