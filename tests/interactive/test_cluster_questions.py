"""Questions about records and clusters are made of the table and worth asking."""

import numpy as np
import pytest

from shoal.interactive.cluster_questions import cluster_questions, is_open
from shoal.interactive.question import Question
from shoal.interactive.scales import losses_of
from shoal.service.teaching.teach import teach
from slide_toy import COLUMNS, keys, table


@pytest.fixture(scope="module")
def session():
    return teach(keys(), table())


def asked(session, count=40, seed=0):
    random = np.random.default_rng(seed)
    return cluster_questions(session._scales, session._codes, 2, count, random)


def test_losses_are_those_of_the_record_and_the_members_together(session):
    for question in asked(session):
        joining = question.about
        for losses, members in ((question.first, joining.first), (question.second, joining.second)):
            group = np.array([[joining.record, *members]])
            [expected] = losses_of(session._scales, session._codes, group)
            assert losses == pytest.approx(expected)


def test_no_record_is_a_member_of_the_clusters_it_could_join(session):
    questions = asked(session)
    assert len(questions) > 10
    for question in questions:
        members = [*question.about.first, *question.about.second]
        assert question.about.record not in members


def test_each_option_is_better_in_some_column(session):
    assert all(is_open(question) for question in asked(session))
    assert not is_open(Question(np.ones(2), np.zeros(2)))
    assert not is_open(Question(np.zeros(2), np.zeros(2)))


def test_a_question_shows_quasi_identifiers_of_the_record_and_of_both_clusters(session):
    question = asked(session)[0]
    lines = question.about.column_lines(session._scales, session._codes)
    assert [line["column"] for line in lines] == [*COLUMNS]
    frame = table()
    for at, line in enumerate(lines):
        assert line["value"] in frame[line["column"]].to_list()
        if question.first[at] == 0:
            assert line["first"] == line["value"]
        if question.first[at] == 1:
            assert line["first"] == "*"


def test_a_table_of_two_tuples_has_nothing_to_ask(session):
    random = np.random.default_rng(0)
    assert cluster_questions(session._scales, session._codes[:2], 2, 5, random) == []


def test_the_same_chance_makes_the_same_questions(session):
    one, other = asked(session, seed=7), asked(session, seed=7)
    assert [q.first.tolist() for q in one] == [q.first.tolist() for q in other]
    assert [q.first.tolist() for q in one] != [q.first.tolist() for q in asked(session, seed=8)]
