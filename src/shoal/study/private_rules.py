"""What a differentially private study must not ask for, with the reason (docs/theory/private.md).

The theorem is about a table whose columns were all generalized without looking at the data, from
records that were drawn by chance, in classes of at least k. Everything else that would be released,
or that would choose the release by looking at the data, is refused.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shoal.errors import did_you_mean
from shoal.study.domain import domain_problem

if TYPE_CHECKING:
    from shoal.study.study import Study

# Scores whose change by one record is known (docs/theory/private.md).
SCORED = (
    *("loss", "precision", "average-class-size", "discernibility"),
    *("non-uniform-entropy", "classification"),
)


def private_problems(study: "Study") -> Iterator[str]:
    """Everything that would void the promise of differential privacy."""
    if study.private is None:
        return
    yield from _other_promises(study)
    yield from _columns_not_covered(study)
    yield from _hierarchies_from_data(study)
    yield from _other_keys(study)
    yield from _output(study)
    yield from (
        _loss_problems(study) if study.private.is_data_dependent else _level_problems(study)
    )


def private_warnings(study: "Study", records: int) -> Iterator[str]:
    """Warnings about settings that weaken the promise and were chosen by the study.

    `records` is how many records the table has; delta is compared with it.
    """
    promise = study.private
    if promise is None:
        return
    if promise.final == "arx":
        yield (
            "`final: arx`: the search ends with the best candidate it saw; what that tells about"
            " the data is not in epsilon."
        )
    if promise.delta * records >= 1:
        yield (
            f"delta is {promise.delta:f}. A release that shows some records as they are could"
            " promise as much; choose it far below one over the number of records."
        )
    if study.reproducible:
        yield (
            "`reproducible: true`: the drawn records can be drawn again, so this run is not"
            " differentially private, whatever epsilon says."
        )


def _other_promises(study: "Study") -> Iterator[str]:
    """Promises that do not go with differential privacy."""
    from shoal.study.keys.plugins import privacy_models  # noqa: PLC0415

    names = [privacy_models().name_of(promise) for promise in study.privacy]
    if names.count("differential-privacy") > 1:
        yield "privacy: `differential-privacy` is promised twice. Add the budgets up yourself."
    for name in sorted({*names} - {"differential-privacy", "k-anonymity"}):
        yield (
            f"privacy: {name!r} suppresses or chooses by looking at more than the size of single"
            " classes, which `differential-privacy` does not allow. Of the other promises, only"
            " `k-anonymity` goes with it."
        )


def _columns_not_covered(study: "Study") -> Iterator[str]:
    """Columns that would be released without forming classes."""
    for name in study.written:
        column = study.columns[name]
        if column.is_replaced:
            continue  # replacing_rules.py refuses it
        if column.aggregate is not None:
            yield (
                f"columns.{name}.aggregate: an aggregate depends on the values of a class, which"
                " `differential-privacy` does not cover. Give the column a `hierarchy`."
            )
        elif not column.is_generalized:
            yield (
                f"columns.{name}: `differential-privacy` covers only columns that form classes, and"
                f" this one is released as it is. Give it `role: quasi-identifier` and a"
                " `hierarchy`, or leave it out."
            )


def _hierarchies_from_data(study: "Study") -> Iterator[str]:
    """Hierarchies that would depend on the data."""
    for name in study.generalized:
        problem = domain_problem(study.columns[name])
        if problem is not None:
            yield (
                f"columns.{name}.hierarchy: {problem}, so it would depend on the data, which"
                " `differential-privacy` does not allow. Give a file that was made without them,"
                " `type: ordered` with all values under `order`, or `type: integer` with"
                " `intervals` between `lower: {minimum}` and `upper: {maximum}`."
            )


def _other_keys(study: "Study") -> Iterator[str]:
    """Keys that choose records, levels or randomness in another way."""
    reasons = {
        "subset": "records are drawn by chance; another choice of them is not covered",
        "population": "no population plays a part",
        "person": "records are protected, not people with several of them. Make one record of each"
        " person",
        "method": "methods look at the data",
        "recipient": "methods look at the data",
        "game": "a game is decided by looking at the data",
    }
    for key, reason in reasons.items():
        given = getattr(study, key)
        if given is not None and given is not False:  # `person: false` may stay
            yield f"{key}: with `differential-privacy`, {reason}. Leave the key out."
    if study.is_local:
        yield "recoding: local levels depend on the data; `differential-privacy` needs `global`."
    if study.suppression_limit not in {0, 1}:
        yield (
            "suppression_limit: `differential-privacy` suppresses every class that is too small,"
            " however many there are; a limit would tell about the data. Leave the key out."
        )
    if _strategy(study) != "optimal":
        yield (
            "search: `differential-privacy` chooses levels itself, by `levels`, `degree` or"
            " `steps`. Leave the key out."
        )
    if study.seed is not None and not study.reproducible:
        yield (
            "seed: whoever knows it could draw the same records again, so `differential-privacy`"
            " takes randomness from the operating system only. Leave the key out, or say"
            " `reproducible: true`, which makes the run repeatable and not private."
        )


def _output(study: "Study") -> Iterator[str]:
    """An output that would show the number or the order of records."""
    if study.output.suppressed != "left-out":
        yield (
            "output.suppressed: the number of suppressed records is not covered by"
            " `differential-privacy`. Use `left-out`."
        )
    if not study.output.shuffle:
        yield (
            "output.shuffle: the order of records is not covered by `differential-privacy`. Leave"
            " the key out."
        )


def _level_problems(study: "Study") -> Iterator[str]:
    """Columns without a fixed level, and fixed levels of columns that are not generalized."""
    levels = study.private.levels or {}
    for name in levels:
        if name not in study.generalized:
            hint = did_you_mean(name, study.generalized)
            yield f"privacy: `levels` names {name!r}, which is not a quasi-identifier.{hint}"
    absent = [name for name in study.generalized if name not in levels]
    if absent and study.private.degree is None:
        yield (
            f"privacy: `levels` says nothing about {', '.join(map(repr, absent))}. Name them, or"
            " give a `degree` for all others."
        )


def _loss_problems(study: "Study") -> Iterator[str]:
    """Losses and settings that a private search cannot use."""
    from shoal.study.keys.plugins import plugin_settings, quality_models  # noqa: PLC0415

    settings = plugin_settings(quality_models(), study.quality)
    name = settings.pop("model")
    if name not in SCORED:
        yield (
            f"quality: nobody knows how much one record changes {name!r}, so a private search"
            f" cannot use it. Use one of {', '.join(SCORED)}, or fix `levels` or a `degree`."
        )
    for key in sorted({*settings} - {"targets"}) if name in SCORED else ():
        yield (
            f"quality.{key}: the score of a private search has no such setting. Leave it out, or"
            " fix `levels` or a `degree`."
        )


def _strategy(study: "Study") -> str:
    """The study name of the search strategy."""
    from shoal.study.keys.plugins import strategies  # noqa: PLC0415

    return str(strategies().name_of(study.search))
