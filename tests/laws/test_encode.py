"""Encoding forgets nothing: texts come back, counts agree with dictionaries, order is free."""

from collections import Counter, defaultdict
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from bridge import answer_of, encoded_of, problem_of
from laws.lies import is_caught
from laws.questions import questions, tables
from reference import Question, generalized
from shoal.engine.classes import classes_of
from shoal.engine.distinct import distinct
from shoal.engine.grouping import group
from shoal.engine.transform import transform
from shoal.errors import NoReleaseError

NAMES = ["p", "q", "r", "s", None, ""]


@st.composite
def chosen(draw):
    """A table, a candidate, and a flag and a name for every record."""
    table = draw(tables(bounded=False))
    levels = tuple(draw(st.integers(0, len(column.rows[0]) - 1)) for column in table)
    records = len(table[0].values)
    flags = draw(st.lists(st.booleans(), min_size=records, max_size=records))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=records, max_size=records))
    return table, levels, np.array(flags), pl.Series(names, dtype=pl.String)


def comes_back(example, way=transform):
    table, levels, suppressed, _ = example
    released = way(encoded_of(table), levels, suppressed)
    for column, level in zip(table, levels, strict=True):
        wanted = [column.labels[value][level] for value in column.values]
        shown = [None if flag else label for flag, label in zip(suppressed, wanted, strict=True)]
        assert released[column.name].to_list() == shown


@given(chosen())
def test_what_was_encoded_comes_back_at_every_level(example):
    comes_back(example)


def test_swapped_labels_and_a_forgotten_mask_are_caught():
    def swapped(encoded, levels, suppressed):
        released = transform(encoded, levels, suppressed)
        return {name: column.reverse() for name, column in released.items()}

    def forgotten(encoded, levels, suppressed):
        return transform(encoded, levels, np.zeros_like(suppressed))

    for lie in (swapped, forgotten):
        assert is_caught(lambda example, lie=lie: comes_back(example, lie), chosen())


def people_agree(example, count=lambda names: len(set(names))):
    table, levels, _, names = example
    ills = pl.Series(["flu" if at % 3 else "hiv" for at in range(len(names))])
    encoded = encoded_of(table, person=names, sensitive={"ill": ills})
    grouping = group(encoded, levels)
    classes = classes_of(encoded, grouping)
    members = defaultdict(list)
    records = zip(*(column.values for column in table), strict=True)
    question = Question(table, 2)
    for record, *who in zip(records, names, ills, strict=True):
        members[generalized(question, levels, record)].append(tuple(who))
    by_hand = list(members.values())  # classes are numbered by first occurrence, too
    assert classes.records.tolist() == [len(pairs) for pairs in by_hand]
    assert classes.sizes.tolist() == [count([name for name, _ in pairs]) for pairs in by_hand]
    labels = encoded.sensitive["ill"].labels.to_list()
    for row, pairs in zip(classes.histogram("ill").tolist(), by_hand, strict=True):
        # A person counts once for each illness, however many records tell it.
        assert +Counter(dict(zip(labels, row, strict=True))) == Counter(
            ill for _, ill in set(pairs)
        )


@given(chosen())
def test_people_and_sensitive_values_are_counted_as_a_dictionary_counts_them(example):
    people_agree(example)


def test_counting_records_instead_of_people_is_caught():
    assert is_caught(lambda example: people_agree(example, len), chosen())


def answers(question, word=64):
    with patch("shoal.engine.layout.WORD", word):
        problem = problem_of(question)
    try:
        outcome = answer_of(problem, "optimal")
    except NoReleaseError:
        return None, problem
    return (outcome.levels, round(outcome.loss, 12), outcome.suppressed.tolist()), problem


def is_free_of_width(question, word):
    (narrow, _), (wide, problem) = answers(question), answers(question, word)
    assert problem.encoded.layout.words > 1 or len(question.columns) == 1 or word > 1
    assert narrow == wide


@given(questions(tables(most_values=8)), st.sampled_from([1, 3, 4]))
def test_keys_of_several_words_give_the_same_answers_as_one(question, word):
    is_free_of_width(question, word)


def test_a_lost_word_is_caught():
    def first_word_only(keys, counts):
        return distinct(keys[:, :1].copy(), counts)

    def law(question):
        with patch("shoal.engine.encode.distinct", first_word_only):
            is_free_of_width(question, 1)

    assert is_caught(_failing_on_any_error(law), questions(tables()))


def _failing_on_any_error(law):
    def wrapped(example):
        try:
            law(example)
        except IndexError as error:
            raise AssertionError from error

    return wrapped


@st.composite
def shuffled(draw):
    """A question, and the same one with records, or rows of hierarchies, in another order."""
    question = draw(questions())
    order = draw(st.permutations(range(question.records)))
    rows = [draw(st.permutations(column.rows)) for column in question.columns]
    return question, order, rows


def is_free_of_order(example, put=lambda values, order: tuple(values[at] for at in order)):
    question, order, rows = example
    first, _ = answers(question)
    columns = tuple(
        replace(column, values=put(column.values, order), rows=tuple(map(tuple, row)))
        for column, row in zip(question.columns, rows, strict=True)
    )
    second, _ = answers(replace(question, columns=columns))
    assert (first is None) == (second is None)
    if first and second:
        assert first[:2] == second[:2]
        assert [first[2][at] for at in order] == second[2]


@given(shuffled())
def test_the_order_of_records_and_of_hierarchy_rows_does_not_matter(example):
    is_free_of_order(example)


def test_a_shuffle_that_changes_records_is_caught():
    def careless(values, order):  # sorts each column by itself, so records fall apart
        return tuple(sorted(values, key=str))

    assert is_caught(lambda example: is_free_of_order(example, careless), shuffled())
