"""What the numbers of a run mean, in sentences for a reader who is not a statistician."""

from collections.abc import Mapping
from dataclasses import MISSING as MISSING_DEFAULT
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from shoal.report.numbers import count_of, is_number, number, percent
from shoal.report.types.ledger import Account
from shoal.report.types.summary import Summary

if TYPE_CHECKING:
    from shoal.registry import Registry

MISSING = "(missing)"
_HARMLESS = "\n\u200c\u200d"  # the joiners are part of ordinary words in several scripts


def label(value: object, limit: int = 60) -> str:
    """A column name or value as one harmless line of at most `limit` characters.

    None becomes "(missing)", a text without characters "(empty)"; a longer line ends with "…".
    """
    if value is None:
        return MISSING
    line = printable(" ".join(str(value)[: 4 * limit + 40].split()) or "(empty)")
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def printable(text: str) -> str:
    """The text with a sign instead of characters that cannot be written or that mislead.

    These are lone surrogates, controls, and marks that turn the direction of writing.
    """
    return "".join(c if c.isprintable() or c in _HARMLESS else "\ufffd" for c in text)


def gist(summary: Summary, suppressed: object = None) -> tuple[str, str]:
    """Two sentences about a release: how hidden a record is, and how many were suppressed.

    Args:
        summary: The summary of the run.
        suppressed: The study's `output: suppressed`, which says what became of these.
    """
    return how_hidden(summary), _how_many_left_out(summary, suppressed)


def promise(model: object, parameters: Mapping[str, Any]) -> str:
    """What a privacy model or a method promises, from its card, with its parameters filled in."""
    family = _family(model)
    if family is None:
        return f"The model {label(model)} is not installed here; its parameters are in the recipe."
    values = {**_defaults(family.class_of(model)), **parameters}
    texts = {
        key: number(value) if is_number(value) else label(value) for key, value in values.items()
    }
    k = values.get("k")
    texts["others"] = count_of(k - 1, "other") if is_number(k) else "k - 1 others"
    return (family.card(model).promise or "").format_map(_Words(texts))


def measure_name(model: object) -> str:
    """The name of the number that is measured for a promise."""
    family = _family(model)
    measure = None if family is None else family.card(model).measure
    return f"what the model {label(model)} measures" if measure is None else measure.name


class _Words(dict[str, str]):
    """The words of a sentence; a parameter that an old run lacks is replaced by its name."""

    def __missing__(self, name: str) -> str:
        return name


def _family(model: object) -> "Registry[Any] | None":
    """The registry that has a model, or None; promises go before methods.

    Registries in which the model is loaded are asked first, so that nothing is loaded in vain.
    """
    from shoal.privacy import privacy_models  # noqa: PLC0415  (loads the engine)

    if privacy_models.is_loaded(model):
        return privacy_models
    from shoal.methods import methods  # noqa: PLC0415

    families: tuple[Registry[Any], ...] = (privacy_models, methods)
    ready = [family for family in families if family.is_loaded(model)]
    return next((family for family in (*ready, *families) if model in family), None)


def _defaults(plugin: type) -> dict[str, Any]:
    """The values of parameters that a study leaves out."""
    own = fields(plugin) if is_dataclass(plugin) else ()
    return {field.name: field.default for field in own if field.default is not MISSING_DEFAULT}


def account(facts: Account) -> str | None:
    """What was spent on the input, in a sentence; None if the run spent nothing."""
    spent, total = facts.get("spent"), facts.get("input")
    if not isinstance(spent, Mapping) or not isinstance(total, Mapping):
        return None
    here, there = (
        f"epsilon {cost['epsilon']:g} and delta {cost['delta']:g}" for cost in (spent, total)
    )
    runs = count_of(total["runs"], "run")
    return f"This release spent {here} of its input, on which {runs} spent {there} so far."


def level_meaning(level: object, top: object, distinct: object) -> str:
    """What a level did to a column, in a sentence; that about groups goes on with their labels.

    Args:
        level: The level; no number if records have levels of their own.
        top: The highest level of the column.
        distinct: How many values the release shows; None if that is not known.
    """
    if not is_number(level):
        return "Varies from record to record."
    if level == 0:
        return "Released as it was."
    if distinct == 1 or (distinct is None and level == top):
        return "Fully generalized: every record shows the same value."
    return "Grouped. Values now look like"


def what_is_lost(summary: Summary) -> str:
    """The loss of a release; where values were changed, how many records are found all the same."""
    method = summary.get("method")
    changed = None if method is None else method.get("perturbation")
    if changed is not None:
        tried = count_of(changed["linked_tried"], "try", "tries")
        return f"The nearest record is the right one in {percent(changed['linked'])} of {tried}."
    return f"Loss {percent(summary.get('loss_normalized'))}."


def search_result(summary: Summary) -> str:
    """How good the answer is among all candidates."""
    gap = summary.get("gap")
    if "account" in summary:
        return "Levels were fixed beforehand or drawn by chance, so better ones may exist."
    if "method" in summary:
        return "A method decided, so a release that loses less may exist."
    if summary.get("optimal") is True:
        return _best(summary)
    if is_number(gap):
        return f"Not proven best. The loss is at most {number(gap)} above the best possible."
    return "Not proven best: a better candidate may exist."


def _best(summary: Summary) -> str:
    """Among which candidates an answer is the best; levels chosen by hand have no rival."""
    limited, alone = summary.get("limited_levels"), summary.get("lattice_size") == 1
    if limited and alone:
        return "Chosen by hand: there was one candidate, and nothing to compare it with."
    if limited is None and alone:  # runs of older versions
        return "There was one candidate, and nothing to compare it with."
    if limited:
        return "Best possible among the levels that the study allows; others may lose less."
    return "Best possible: no candidate that keeps the promises loses less."


def how_hidden(summary: Mapping[str, Any]) -> str:
    """How many others a record of the release looks like, at least."""
    classes = summary.get("classes") or {}
    smallest = classes.get("min")
    if classes.get("count") == 0:
        return "No record was released."
    if not is_number(smallest):
        return "The size of the classes is not available."
    bin = (summary.get("method") or {}).get("smallest_bin")
    if is_number(bin) and bin > 1:
        return f"Every record is matched by at least {count_of(bin - 1, 'other')}."
    if "perturbation" in (summary.get("method") or {}):
        return CHANGED
    if smallest <= 1:
        return "Some records look like no other."
    return f"Every record looks like at least {count_of(smallest - 1, 'other')}."


CHANGED = "Values were changed; no record is promised to look like others."


def _how_many_left_out(summary: Summary, suppressed: object) -> str:
    """How many records were suppressed, and what became of them."""
    gone, records = summary.get("suppressed_records"), (summary.get("input") or {}).get("records")
    if not is_number(gone):
        return "How many records were left out is not available."
    if gone == 0:
        return "No record was left out."
    was = f"{'was' if gone == 1 else 'were'} {FATES.get(str(suppressed), FATES['left-out'])[0]}"
    return f"{number(gone)} of {count_of(records, 'record')} {was}."


# For each `output: suppressed` of a study: a verb, and a sentence.
FATES = {
    "left-out": ("left out", "Suppressed records are not in the release."),
    "blank": ("blanked", "Suppressed records stay in the release with every cell blank."),
    "keep-values": ("stripped", "Suppressed records keep only what is not a quasi-identifier."),
}

# For each measure of risk: its name, and what it means.
RISK = {
    "highest": ("Highest risk", "The chance that someone who knows a person is in the data picks"
                " the right record, for the record that is easiest to find."),
    "average": ("Average risk", "The same chance, averaged over all records."),
    "lowest": ("Lowest risk", "The same chance for the record that is hardest to find."),
    "uniques": ("Unique records", "Records that look like no other; the easiest to recognize."),
    "at_risk": ("Records at risk", "Records in classes smaller than the promised k (5 where none is"
                " promised)."),
}  # fmt: skip

METHOD = "What the method decides."  # the phase `search` of a method
PHASES = {
    "read": "Reading the input and the hierarchies.",
    "encode": "Turning values into small numbers.",
    "kernels": "Preparing the compiled parts; longer the first time.",
    "search": "Comparing candidates.",
    "transform": "Applying the chosen levels.",
    "write": "Writing the release.",
    "verify": "Checking the written release with separate code.",
    "evaluate": "Measuring risk and utility.",
    "total": "Everything together.",
}

UTILITY = {
    "granularity": "How much detail the values kept: 100% is all of it, 0% none.",
}
