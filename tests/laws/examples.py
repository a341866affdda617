"""How many examples a law is tried with."""

import os

import pytest

MANY = os.environ.get("SHOAL_EXAMPLES") == "many"


def few_or_many(few, many):
    """Few examples for a law of every model or pair of models; many where somebody asks for it.

    The first of many are the few, so both would be the same tried twice.
    """
    return pytest.mark.parametrize("examples", [many if MANY else few])
