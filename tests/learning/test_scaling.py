"""Expressions are parsed, never evaluated."""

import ast
import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import StudyError
from shoal.learning import scaling
from shoal.learning.scaling import parse_expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x", 3),
        ("x*x", 9),
        ("sqrt(x+1)", 2),
        ("log(x)", 1.0986122886681098),
        ("1/x", 1 / 3),
        ("-x^2", -9),
        ("2^x^2", 512),
        ("x^-1", 1 / 3),
        ("(x + 1) * 2.5e1", 100),
        ("x - 1 - 1", 1),
        ("12 / x / 2", 2),
        ("abs(-x) - .5", 2.5),
        ("floor(x/2) + ceil(x/2)", 3),
        ("log2(x+5) + log10(x+97) + exp(x-3) + cbrt(x^3)", 9),
    ],
)
def test_an_expression_of_three(text, value):
    assert parse_expression(text).apply(np.array([3.0])) == pytest.approx([value])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected x, a number or a function at the end"),
        ("x +", "expected x, a number or a function at the end"),
        ("x x", "expected an operator or the end at part 2"),
        ("x**2", "expected x, a number or a function at part 3"),
        ("(x", "a closing parenthesis"),
        ("x)", "an operator or the end at part 2"),
        ("log x", "a parenthesis after log"),
        ("sqr(x)", "Did you mean 'sqrt'?"),
        ("y + 1", "there is no 'y'"),
        ("3 + 4", "it has no `x`"),
        ("x; x", "cannot be read from character 2 on"),
        ("__import__('os').system('true')", "cannot be read from character 12 on"),
        ("x.__class__", "cannot be read from character 2 on"),
        ("exec(x)", "there is no 'exec'"),
        ("(" * 250 + "x" + ")" * 250, "at most 200 characters"),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text, told):
    with pytest.raises(StudyError) as caught:
        parse_expression(text)
    assert told in str(caught.value)


@given(st.text("x()+-*/^ 12.elogsqrt_[]'", max_size=40))
def test_any_text_is_an_expression_or_a_wrong_study(text):
    try:
        found = parse_expression(text).apply(np.array([0.0, 2.0, -1.0]))
    except StudyError:
        return
    assert found.shape == (3,)


def test_numbers_beyond_all_bounds_are_infinity_without_a_warning():
    assert parse_expression("exp(x)").apply(np.array([1e6])).tolist() == [np.inf]
    assert parse_expression("1/x").apply(np.array([0.0])).tolist() == [np.inf]
    assert np.isnan(parse_expression("log(x)").apply(np.array([-1.0]))).all()


def test_the_parser_calls_nothing_that_runs_text():
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(inspect.getsource(scaling)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"eval", "exec", "compile", "getattr", "__import__"}
