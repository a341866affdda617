"""What a run promised, whether it holds, and what it cost: the summary in words."""

from collections.abc import Iterator, Mapping, Sequence

from shoal.report import words
from shoal.report.fates import fates_of, uniqueness_of
from shoal.report.headline import headline
from shoal.report.local_section import spread_of
from shoal.report.method_section import meaning_by_cell
from shoal.report.numbers import (
    count_of,
    is_number,
    number,
    percent,
    seconds,
    share_of_total,
    suppression_allowance,
)
from shoal.report.types.sections import Promise
from shoal.report.types.summary import Summary

# Label, value, term of the glossary, tone.
Figure = tuple[str, str, str, str]
NOTHING = "–"
STANDS: dict[object, tuple[str, ...]] = {True: ("good", "Holds"), False: ("bad", "Does not hold")}


def promises(summary: Summary) -> list[dict[str, str]]:
    """Each promise in words, with the keys that `_promise` gives it."""
    safe = headline(summary).tone == "good"
    return [_promise(one, safe) for one in summary.get("privacy") or ()]


def costs(summary: Summary, limit: object = None) -> Iterator[Figure]:
    """What was given up: detail, records, columns.

    `limit` is the suppression limit of the study.
    """
    records = (summary.get("input") or {}).get("records")
    gone, classes = summary.get("suppressed_records"), summary.get("classes") or {}
    yield "Loss of detail", percent(summary.get("loss_normalized")), "loss", ""
    yield "Suppressed records", _of(gone, records), "suppressed", ""
    most = suppression_allowance(limit, records)
    if limit is not None and most is not None:
        yield "Allowed to suppress", number(most), "suppression-allowed", ""
    yield "Classes", number(classes.get("count")), "classes", ""
    yield "Smallest class", _size(classes.get("min")), "class-smallest", ""
    yield "Average class", _size(classes.get("mean")), "class-average", ""
    if summary.get("fully_generalized_records"):
        count = number(summary["fully_generalized_records"])
        yield "Fully generalized", count, "fully-generalized", ""


def risks(summary: Summary) -> Iterator[Figure]:
    """The risk of being recognized, before and after."""
    measured_risk = summary.get("risk") or {}
    before, after = measured_risk.get("before") or {}, measured_risk.get("after") or {}
    for key, (title, _) in words.RISK.items():
        if key == "lowest" or key not in after:
            continue
        show = number if key == "uniques" else percent
        change = f"{show(before.get(key))} → {show(after.get(key))}"
        yield title, change, f"risk-{key}", ""


def columns(summary: Summary) -> list[list[str]]:
    """A line for each quasi-identifier: name, level, what that means, loss."""
    return [_column(name, summary) for name in summary.get("quasi_identifiers") or ()]


def every_column(summary: Summary) -> list[list[str]]:
    """A line for every column of the table: name, role, what became of it, different values."""
    return [
        [one["name"], one["role"], one["told"].capitalize(), one["values"]]
        for one in fates_of(summary)
    ]


def uniqueness(summary: Summary) -> Iterator[Figure]:
    """How many records are unique by their quasi-identifiers together with other columns."""
    for one, term in zip(uniqueness_of(summary)[1:], TERMS, strict=False):
        yield one["name"], one["value"], term, ""


TERMS = ("unique-insensitive", "unique-sensitive")


def absence_sentences(summary: Summary, suppressed: object) -> list[str]:
    """What the release does not contain at all, in sentences.

    `suppressed` is what the study does with suppressed records (key `output.suppressed`).
    """
    sentences = []
    names = summary.get("removed_columns") or ()
    if names and not summary.get("columns"):  # runs of older versions list no columns
        sentences.append(f"Columns of which nothing is left: {', '.join(map(words.label, names))}.")
    if summary.get("suppressed_records"):
        sentences.append(words.FATES.get(str(suppressed), words.FATES["left-out"])[1])
    return sentences


def search_sentence(summary: Summary) -> str:
    """How good the result is, and how it was found."""
    result = words.search_result(summary)
    checked, size = summary.get("candidates_checked"), summary.get("lattice_size")
    if "method" in summary or not is_number(checked) or not is_number(size) or size == 1:
        return result
    return (
        f"{result} {number(checked)} of {count_of(size, 'candidate')} were looked at on the data."
    )


def phases(summary: Summary) -> list[list[str]]:
    """A line for each phase: name, time by the clock, processor time, what it is."""
    clock, cpu = summary.get("seconds") or {}, summary.get("cpu_seconds") or {}
    return [
        [name.capitalize(), seconds(clock.get(name)), seconds(cpu.get(name)), meaning]
        for name, meaning in words.PHASES.items()
        if name in clock
    ]


def _promise(one: Promise, safe: bool) -> dict[str, str]:
    """A promise in words; if it holds, it is green only if the release can be called safe."""
    model, parameters = one.get("model"), one.get("parameters") or {}
    holds = one.get("holds")
    value = one.get("measured")
    return {
        "model": str(model),
        "tone": "held" if holds is True and not safe else STANDS.get(holds, ("open",))[0],
        "says": words.promise(model, parameters),
        "holds": STANDS.get(holds, ("", "Not checked"))[1],
        "measured": value_words(value),
        "what": words.measure_name(model),
        "reason": str(one.get("reason") or ""),
    }


def value_words(value: object) -> str:
    """A measured value as text; several values with their names."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_words(one)}" for key, one in value.items()) or NOTHING
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(value_words, value)) or NOTHING
    return number(value) if is_number(value) else NOTHING if value is None else str(value)


def _column(name: str, summary: Summary) -> list[str]:
    """The line of one quasi-identifier; its level may be a spread over several levels."""
    levels, losses = summary.get("levels") or {}, summary.get("loss_by_column") or {}
    spread = spread_of(name, summary)
    level: int | str | None = levels.get(name)
    if spread is not None:
        level, meaning = spread["text"], spread["meaning"].replace(" Now frequent:", "")
    elif level is None and (blanked := meaning_by_cell(name, summary)):
        level, meaning = blanked
    else:
        gone = name in (summary.get("removed_columns") or ())
        meaning = _level_meaning(level, gone)
    loss = losses.get(name)
    loss_words = percent(loss) if is_number(loss) else NOTHING
    return [words.label(name), NOTHING if level is None else str(level), meaning, loss_words]


def _level_meaning(level: object, gone: bool) -> str:
    """What the level of a column means; None is a column without one level for all records.

    If `gone`, nothing is left of the column, whatever its level.
    """
    if gone:
        return "Fully generalized: nothing is left of it."
    if level is None:
        return "Made anew, record by record or class by class."
    return "As it was." if level == 0 else "Grouped into less precise values."


def _of(count: object, total: object) -> str:
    """A number with its share of a total, if that is known."""
    share = share_of_total(count, total)
    return number(count) if share is None else f"{number(count)} ({percent(share)})"


def _size(value: object) -> str:
    """A size with at most one decimal; a dash if it is no number."""
    return number(round(value, 1)) if is_number(value) else NOTHING
