"""Every visible problem with profitability, without attacks, and with the publisher's payout.

Where the other tool deviates, docs/decisions/0012-game-theory.md has both values.
"""

import pytest

from oracle.answers import CHECKOUT, by_name, same_score
from oracle.game import PAYOUTS, PROMISES, answers, problem_of, solved
from oracle.populations import flagged, their_flagged

pytestmark = pytest.mark.oracle

REPORT = CHECKOUT / "build" / "oracle" / "game.md"


def test_every_promise_and_payout_has_problems():
    configs = [answer["config"] for answer in answers()]
    assert len(configs) >= 19
    asked = {promise["type"] for config in configs for promise in config["privacy_models"]}
    assert {name for name in PROMISES if "profitability" in name} <= asked
    assert set(PAYOUTS) <= {config["quality_model"]["type"] for config in configs}


@pytest.mark.parametrize("answer", by_name(answers()))
def test_the_candidate_they_chose_has_the_same_score_and_suppression(answer):
    problem, result = problem_of(answer["config"]), answer["result"]
    levels = tuple(result["levels"])
    candidate = problem.candidate(levels)
    assert problem.accepts(candidate)
    assert same_score(problem.quality.loss(candidate), result["score"])
    assert flagged(problem, levels) == their_flagged(answer)


@pytest.mark.parametrize("answer", by_name(answers()))
def test_the_optimum_is_the_same(answer, report):
    problem, outcome = solved(answer["id"])
    theirs = tuple(answer["result"]["levels"])
    score = problem.quality.loss(problem.candidate(outcome.levels))
    same = same_score(score, answer["result"]["score"])
    shown = [answer["result"]["score"], score.loss, list(theirs), list(outcome.levels)]
    cells = [answer["id"], *shown, "yes" if same else "NO"]
    report.append(f"| {' | '.join(map(str, cells))} |")
    assert same
    if outcome.levels != theirs:  # a tie, in which ours is the smaller level vector
        assert (sum(outcome.levels), outcome.levels) < (sum(theirs), theirs)


@pytest.mark.parametrize("answer", by_name(a for a in answers() if "probes" in a["result"]))
def test_single_candidates_have_the_same_score_and_suppression(answer):
    problem = problem_of(answer["config"])
    for probe in answer["result"]["probes"]:
        candidate = problem.candidate(tuple(probe["levels"]))
        assert problem.accepts(candidate) is (probe["anonymity"] == "ANONYMOUS")
        assert same_score(problem.quality.loss(candidate), probe["score"])
        assert candidate.suppressed_records == probe["eq"]["suppressed"]
