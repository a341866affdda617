"""Every visible problem of k-anonymity with the loss on Adult and FARS: the same optimum."""

import pytest

from oracle.answers import CHECKOUT, FILE, answers, by_name, flagged, probes, same_score, solved

pytestmark = pytest.mark.oracle

# Small and large k, every limit, every aggregate, free and dear suppression, weights.
TWELVE = [
    "adult8-k2-s0-loss",
    "adult8-k3-s0.05-loss",
    "adult8-k5-s0-loss",
    "adult8-k5-s1.0-loss",
    "adult8-k100-s0.1-loss",
    "adult9-k5-s0.02-loss",
    "adult9-k50-s0.05-loss",
    "adult8-k5-s0.1-loss:0.0",
    "adult8-k5-s0.05-loss:0.75",
    "adult8-k5-s1.0-loss:0.5:am",
    "adult8-k5-s0.05-loss:0.5:rank",
    "adult8-k5-s0.05-loss-am-weights",
]
REPORT = CHECKOUT / "build" / "oracle" / "k-anonymity-and-loss.md"


def test_the_answers_are_there():
    assert FILE.exists()
    assert len(answers()) >= 70
    assert {"adult", "fars"} == {answer["config"]["dataset"] for answer in answers()}
    assert set(TWELVE) <= {answer["id"] for answer in answers()}


@pytest.mark.parametrize(
    "answer", by_name(answer for answer in answers() if answer["id"] in TWELVE)
)
def test_twelve_problems_have_the_same_levels_and_score(answer):
    problem, outcome = solved(answer["id"])
    assert list(outcome.levels) == answer["result"]["levels"]
    score = problem.quality.loss(problem.candidate(outcome.levels))
    assert same_score(score, answer["result"]["score"])
    assert flagged(problem, outcome.levels) == answer["result"]["output_classes"]["suppressed"]


@pytest.mark.parametrize("answer", by_name(answers()))
def test_the_optimum_is_the_same(answer, report):
    problem, outcome = solved(answer["id"])
    theirs = tuple(answer["result"]["levels"])
    score = problem.quality.loss(problem.candidate(outcome.levels))
    same = same_score(score, answer["result"]["score"])
    shown = [str(list(score.rank) or score.loss), list(theirs), list(outcome.levels)]
    cells = [answer["id"], answer["result"]["score"], *shown, "yes" if same else "NO"]
    report.append(f"| {' | '.join(map(str, cells))} |")
    assert same
    if outcome.levels != theirs:  # a tie, in which ours is the smaller level vector
        tied = problem.candidate(theirs)
        assert problem.accepts(tied)
        assert same_score(problem.quality.loss(tied), answer["result"]["score"])
        assert (sum(outcome.levels), outcome.levels) < (sum(theirs), theirs)


@pytest.mark.parametrize("answer", by_name(probes()))
def test_single_candidates_have_the_same_score_and_suppression(answer):
    problem, _ = solved(answer["id"])
    for probe in answer["result"]["probes"]:
        levels = tuple(probe["levels"])
        candidate = problem.candidate(levels)
        if probe["anonymity"] == "ANONYMOUS":
            assert problem.accepts(candidate)
            assert same_score(problem.quality.loss(candidate), probe["score"])
            assert flagged(problem, levels) == probe["eq"]["suppressed"]
        else:
            assert not problem.accepts(candidate)


def test_a_wrong_score_is_noticed():
    problem, outcome = solved(TWELVE[0])
    score = problem.quality.loss(problem.candidate(outcome.levels))
    assert same_score(score, score.loss)
    assert not same_score(score, score.loss + 1e-8)
