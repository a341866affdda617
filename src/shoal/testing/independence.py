"""Laws of the check that a package brings for its privacy model (entry points `shoal.checks`)."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools
from shoal.privacy.model import privacy_models
from shoal.testing.examples import COLUMN, VALUES, Example, examples
from shoal.testing.plugins import demand
from shoal.verify import Classes
from shoal.verify.case.sensitive import Sensitive
from shoal.verify.promises.tally import tally
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import Coded

Check = Callable[[Classes, Mapping[str, Any]], Any]


def check_independent_check(name: str, parameters: Mapping[str, Any], check: Check) -> None:
    """Run every law of checks over one of them.

    Args:
        name: The study name of the model that it checks.
        parameters: Parameters of the model.
        check: The function that the entry point leads to.
    """
    model = privacy_models.build({"model": name, **parameters})
    _shares_nothing(name, check, type(model))
    for example in examples(str(parameters.get("column", COLUMN))):
        flags = _flags(name, check, example, parameters)
        wrong = int(np.count_nonzero(flags != model.violations(example.classes())))  # type: ignore[union-attr]
        demand(not wrong, f"The check of {name} judges {wrong} classes otherwise than the model.")


def _shares_nothing(name: str, check: Check, model: type) -> None:
    """The check must find errors of the model, so it may not use its code."""
    home = inspect.getmodule(check)
    used = vars(home).values() if home else ()
    shared = [each for each in used if getattr(each, "__module__", None) == model.__module__]
    modules = [each for each in used if getattr(each, "__name__", None) == model.__module__]
    sentence = f"The check of {name} uses the module of the model. Write it separately."
    demand(check.__module__ != model.__module__ and not shared and not modules, sentence)


def _flags(name: str, check: Check, example: Example, parameters: Mapping[str, Any]) -> Bools:
    """What the check answers: one truth value per class, true where the promise is broken."""
    given = check(_classes_for_verifier(example), dict(parameters))
    flags = np.asarray(given[0] if isinstance(given, tuple) else given, np.bool_)
    sentence = f"The check of {name} must give one truth value per class."
    demand(flags.shape == (len(example.strangers),), sentence)
    return flags


def _classes_for_verifier(example: Example) -> Classes:
    """The classes as the verifier sees them."""
    codes, number = example.values, len(example.strangers)
    data = Coded(codes, pl.Series(VALUES, dtype=pl.String))
    column = Sensitive(ColumnTerms(example.column, "sensitive"), data, codes, Path())
    sizes = np.bincount(example.fine, minlength=number)
    return Classes(sizes, {example.column: tally(column, number, example.fine, codes)})
