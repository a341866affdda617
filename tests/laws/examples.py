"""How many examples a law is tried with."""

import pytest


def few_or_many(few, many):
    """Few examples for a law of every model or pair of models; many where slow tests run."""
    return pytest.mark.parametrize("examples", [few, pytest.param(many, marks=pytest.mark.slow)])
