"""The reference itself, checked by hand: docs/theory/losses.md, in exact fractions."""

from fractions import Fraction

import pytest

from golden.tables import column
from reference import Column, Question, at, optimum, suppressed_mask

TOY = (column("toy", "age"), column("toy", "sex"))


@pytest.mark.parametrize(
    ("factor", "losses"),
    [("0.25", ("8/21", "1/14")), ("0.5", ("3/7", "1/7")), ("0.75", ("13/49", "1/7"))],
)
def test_the_losses_of_the_toy_table_are_exact(factor, losses):
    found = at(Question(TOY, 2, "1", gs_factor=factor), (1, 0))
    assert found.losses == tuple(map(Fraction, losses))
    assert suppressed_mask(Question(TOY, 2), found) == [False] * 3 + [True] + [False] * 3


@pytest.mark.parametrize(
    ("aggregate", "equal", "weighted"),
    [
        ("sum", "4/7", "1/2"),
        ("maximum", "3/7", "3/7"),
        ("arithmetic-mean", "2/7", "1/4"),
    ],
)
def test_the_aggregates_are_exact(aggregate, equal, weighted):
    assert at(Question(TOY, 2, "1", aggregate), (1, 0)).loss == Fraction(equal)
    light = (TOY[0], column("toy", "sex", weight="0.5"))
    assert at(Question(light, 2, "1", aggregate), (1, 0)).loss == Fraction(weighted)


def test_a_rank_is_a_vector_and_the_geometric_mean_has_its_digits():
    assert at(Question(TOY, 2, "1", "rank"), (0, 1)).compared == (1, Fraction(1, 7))
    loss = at(Question(TOY, 2, "1"), (1, 0)).loss
    assert (1 + loss) ** 2 == pytest.approx(Fraction(80, 49), rel=1e-50)


def test_a_missing_value_has_its_own_label_below_a_root():
    age = Column("age", ("34", None, None), TOY[0].rows)
    assert age.labels[None] == (None, None, "*")
    assert age.shares[1][None] == Fraction(1, 5)
    assert Column("b", (None,), (("A", "A"), ("B", "B"))).labels[None] == (None, None)


def test_nothing_acceptable_is_no_answer():
    assert optimum(Question(TOY, 8, "0.9")) is None
    assert optimum(Question(TOY, 7, "0")).levels == (2, 1)
