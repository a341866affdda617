"""All candidates of a sweep at one k, beside what the search itself says of each."""

import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_of
from shoal.search.frontier.answers import frontier_of
from shoal.service.judged import judge_candidates
from shoal.study.study import Study

MASKED = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}


@pytest.fixture(scope="module")
def swept():
    """Three pairs of people: zip 10, 11 and 20; age 3x."""
    study = Study.of(
        {
            "columns": {"zip": MASKED, "age": MASKED},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "suppression_limit": 0.5,
        }
    )
    table = Table(
        pl.DataFrame(
            {
                "zip": ["10", "10", "11", "11", "20", "20"],
                "age": ["31", "31", "32", "33", "34", "35"],
            }
        )
    )
    return frontier_of(problem_of(prepare(read_of(study, table))), maximum_k=8)


def test_every_candidate_is_as_the_search_judges_it(swept):
    every = judge_candidates(swept, 2)
    for row, levels in enumerate(every.asked.lattice):
        candidate = every.asked.candidate(levels)
        assert every.row(levels) == row
        assert every.records[row] == candidate.suppressed_records
        assert every.is_accepted[row] == every.asked.accepts(candidate)
        assert every.figures_at(row)["loss"] == pytest.approx(
            every.asked.quality.loss(candidate).loss
        )


def test_a_candidate_is_told_column_by_column_with_examples(swept):
    every = judge_candidates(swept, 2)
    told = every.figures_by_column(every.row((1, 0)))
    assert told["levels"] == {"zip": 1, "age": 0}
    assert told["columns"]["zip"]["examples"] == ["1*", "2*"]
    assert told["columns"]["zip"]["labels"] == 2
    assert told["columns"]["age"]["height"] == 2
    assert told["suppressed_records"] == 4


def test_candidates_can_be_chosen_by_level_state_and_loss(swept):
    every = judge_candidates(swept, 2)
    chosen = every.within({"zip": [0], "age": [1, 2]}, accepted=True)
    listed = [every.figures_at(int(row))["levels"] for row in every.order(chosen)]
    assert sorted(tuple(one.values()) for one in listed) == [(0, 1), (0, 2)]
    low, high = 0.2, 0.6
    assert all(
        low <= every.shares[row] <= high for row in every.order(every.within({}, None, (low, high)))
    )
    assert len(every.order(every.within({}, None, (low, high)))) < len(every.records)
    with pytest.raises(StudyError, match="zip"):
        every.within({"zi": [0]})
    with pytest.raises(StudyError, match="no such candidate"):
        every.row((9, 9))


def test_figures_of_several_candidates_come_in_their_order(swept):
    told = judge_candidates(swept, 2).figures_of_several([(2, 2), (0, 0)])
    assert told["suppressed_records"] == [0, 4]
    assert told["loss_normalized"][0] == 1.0
    assert told["smallest_class"] == [6, 2]


def test_other_weights_change_the_loss_and_nothing_else(swept):
    plain, weighted = judge_candidates(swept, 2), judge_candidates(swept, 2, None, {"zip": 0.0})
    assert plain.records.tolist() == weighted.records.tolist()
    assert weighted.loss[weighted.row((2, 0))] < plain.loss[plain.row((2, 0))]
