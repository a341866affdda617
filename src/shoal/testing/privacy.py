"""Laws of privacy models."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.privacy.model import (
    ClassPromise,
    Monotonic,
    TablePromise,
    is_decided_by_size,
    minimum_size,
    privacy_models,
)
from shoal.testing.examples import COLUMN, Example, examples
from shoal.testing.plugins import check_plugin, demand

# Whether a class breaks the promise, from its sensitive values and those of the whole table.
Breaks = Callable[[Sequence[str], Sequence[str]], bool]


def check_privacy_model(
    name: str, parameters: Mapping[str, Any], *, breaks: Breaks | None = None
) -> None:
    """Run every law of privacy models over one of them.

    Args:
        name: Its study name.
        parameters: Parameters that a study could give it; `column` may be any name.
        breaks: The definition in its plainest form, to compare with: whether a class breaks the
            promise, from the sensitive values of its members and of the whole table.
    """
    promise = check_plugin(privacy_models, name, parameters)
    column = str(parameters.get("column", COLUMN))
    if hasattr(promise, "violations"):
        for example in examples(column):
            _check_classes(promise, name, example, breaks)
        return
    demand(hasattr(promise, "holds"), f"{name} has neither violations(classes) nor holds(sizes).")
    for example in examples(column):
        _check_table(promise, name, example)


def _check_classes(
    promise: ClassPromise, name: str, example: Example, breaks: Breaks | None
) -> None:
    """Run the laws of promises about single classes over one example."""
    flags = _flags(promise, name, example.classes())
    _changes_nothing(promise, name, example)
    _is_free_of_numbering(promise, name, example, flags)
    _survives_suppression(promise, name, example, flags)
    _keeps_its_size(promise, name, example.classes(), flags)
    _keeps_its_claim(promise, name, example, flags)
    if breaks is not None:
        wanted = [breaks(members, example.table) for members in example.members()]
        wrong = int(np.count_nonzero(flags != np.array(wanted, np.bool_)))
        demand(not wrong, f"{name} judges {wrong} classes otherwise than its definition does.")
    _holds_at_what_it_measures(promise, name, example.classes())


def _flags(promise: ClassPromise, name: str, classes: EquivalenceClasses) -> Bools:
    """What it answers: one truth value per class, true where the promise is broken."""
    flags = np.asarray(promise.violations(classes))
    demand(
        flags.shape == classes.sizes.shape and flags.dtype == np.bool_,
        f"{name}.violations must give one truth value per class.",
    )
    return flags


def _changes_nothing(promise: ClassPromise, name: str, example: Example) -> None:
    """Asked twice, it answers the same, and leaves the classes as they were."""
    classes, untouched = example.classes(), example.classes()
    first, second = promise.violations(classes), promise.violations(classes)
    demand(np.array_equal(first, second), f"{name} answers the same question in two ways.")
    before, after = untouched.histograms[example.column], classes.histograms[example.column]
    same = np.array_equal(classes.sizes, untouched.sizes) and np.array_equal(
        before.counts, after.counts
    )
    demand(same, f"{name} changes the classes that it is asked about.")


def _is_free_of_numbering(promise: ClassPromise, name: str, example: Example, flags: Bools) -> None:
    """Classes in another order get the same answers."""
    order = np.arange(len(flags))[::-1]
    again = promise.violations(example.renumber(order).classes())
    demand(np.array_equal(again, flags[order]), f"{name} depends on the numbering of classes.")


def _survives_suppression(promise: ClassPromise, name: str, example: Example, flags: Bools) -> None:
    """Where the classes that break it are left out, the others keep it."""
    kept = ~flags[example.fine]
    if not kept.any():
        return
    classes = _only(example.classes(), ~flags)
    demand(
        not promise.violations(classes).any(),
        f"{name} is broken by classes that kept it before others were suppressed.",
    )


def _only(classes: EquivalenceClasses, chosen: Bools) -> EquivalenceClasses:
    """Some of the classes, compared with the same table."""
    number = np.cumsum(chosen) - 1
    histograms = {}
    for name, histogram in classes.histograms.items():
        there = chosen[histogram.classes]
        histograms[name] = type(histogram)(
            number[histogram.classes[there]].astype(np.int32),
            histogram.values[there],
            histogram.counts[there],
            histogram.reference,
        )
    population = None if classes.population is None else classes.population[chosen]
    sizes, records = classes.sizes[chosen], classes.records[chosen]
    return EquivalenceClasses(sizes, records, histograms, population)


def _keeps_its_size(
    promise: ClassPromise, name: str, classes: EquivalenceClasses, flags: Bools
) -> None:
    """Classes below its minimum size break it; no others, if it is decided by size."""
    small: Bools = classes.sizes < minimum_size(promise)
    demand(flags[small].all(), f"{name} accepts classes below its minimum_size.")
    if is_decided_by_size(promise):
        sentence = f"{name} says decided_by_size, but other classes break it than the small ones."
        demand(np.array_equal(flags, small), sentence)


def _keeps_its_claim(promise: ClassPromise, name: str, example: Example, flags: Bools) -> None:
    """What it declares about merging is true."""
    merged = promise.violations(example.coarse.classes())
    if promise.monotonic is Monotonic.ALWAYS:
        inside: Bools = merged[example.parent]
        sentence = (
            f"{name} says Monotonic.ALWAYS, but a class that breaks it has a part that keeps it."
        )
        demand(flags[inside].all(), sentence)
    if promise.monotonic is not Monotonic.NEVER and not flags.any():
        sentence = (
            f"{name} says that merging keeps it, but classes that keep it break it when merged."
        )
        demand(not merged.any(), sentence)


def _holds_at_what_it_measures(
    promise: ClassPromise, name: str, classes: EquivalenceClasses
) -> None:
    """What is measured is a number, and names a parameter."""
    if not hasattr(promise, "measured"):
        return
    measures = getattr(promise, "measures", None)
    demand(hasattr(promise, str(measures)), f"{name}.measures names no parameter: {measures!r}.")
    value = promise.measured(classes)
    demand(value is None or float(value) == value, f"{name}.measured gives no number.")


def _check_table(promise: TablePromise, name: str, example: Example) -> None:
    """A promise about all classes together."""
    sizes, merged = example.classes().sizes, example.coarse.classes().sizes
    answer = promise.holds(sizes.copy())
    demand(isinstance(answer, bool | np.bool_), f"{name}.holds must give one truth value.")
    demand(answer == promise.holds(sizes.copy()), f"{name} answers one question in two ways.")
    demand(answer == promise.holds(_reverse(sizes)), f"{name} depends on the order of classes.")
    if promise.monotonic is not Monotonic.NEVER and answer:
        sentence = (
            f"{name} says that merging keeps it, but a table that keeps it breaks it when merged."
        )
        demand(promise.holds(merged), sentence)


def _reverse(sizes: Counts) -> Counts:
    """The sizes in the opposite order."""
    return sizes[::-1].copy()
