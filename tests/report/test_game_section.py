"""Publisher and adversary on the page."""

from shoal.report.game_section import game_section

GAME = {
    "stakes": {"publisher_benefit": 10.0, "adversary_cost": 4.0},
    "attacker": "prosecutor",
    "maximum": 100.0,
    "before": {"publisher": -100.0, "adversary": 50.0, "attacked_records": 10, "found": 10.0},
    "after": {"publisher": 25.0, "adversary": 0.0, "attacked_records": 0, "found": 0.0},
}


def test_every_payout_stands_before_and_after():
    found = game_section(GAME)
    assert [(row["before"], row["after"]) for row in found["rows"]] == [
        (-100, 25), (50, 0), (10, 0), (10, 0),
    ]  # fmt: skip
    assert found["stakes"] == {"publisher benefit": 10, "adversary cost": 4}


def test_the_chart_says_its_numbers_in_words():
    chart = str(game_section(GAME)["chart"])
    for text in ("Most possible: 100", "Publisher, after: 25", "Adversary, before: 50"):
        assert text in chart


def test_a_loss_has_no_bar_but_its_number():
    chart = str(game_section(GAME)["chart"])
    assert "Publisher, before: −100" in chart or "Publisher, before: -100" in chart


def test_without_a_game_there_is_no_section():
    assert game_section({}) is None
