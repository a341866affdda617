"""What the numbers of a run mean, in sentences for a reader who is not a statistician."""

from collections.abc import Mapping
from typing import Any

from shoal.report.numbers import counted, is_number, number
from shoal.report.types.ledger import Account
from shoal.report.types.summary import Summary

MISSING = "(missing)"
_HARMLESS = "\n\u200c\u200d"  # the joiners are part of ordinary words in several scripts


def label(value: object, limit: int = 60) -> str:
    """A column name or value as one short, harmless line."""
    if value is None:
        return MISSING
    line = printable(" ".join(str(value)[: 4 * limit + 40].split()) or "(empty)")
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def printable(text: str) -> str:
    """The text without characters that cannot be written (lone surrogates) or that lie (bidi)."""
    return "".join(c if c.isprintable() or c in _HARMLESS else "\ufffd" for c in text)


def gist(summary: Summary, suppressed: object = None) -> tuple[str, str]:
    """The two things to know about a release: how hidden a record is, and how many are gone."""
    return hidden(summary), _gone(summary, suppressed)


def promise(model: object, parameters: Mapping[str, Any]) -> str:
    """What a privacy model promises, with its parameters filled in."""
    known = {
        key: number(value) if is_number(value) else label(value)
        for key, value in parameters.items()
    }
    if is_number(k := parameters.get("k")):
        known["others"] = counted(k - 1, "other")
    try:
        return PROMISES[str(model)].format_map(known)
    except KeyError:
        return "A privacy model; its parameters are in the recipe."


def measured(model: object) -> str:
    """What the number is that was measured for a promise."""
    return MEASURED.get(str(model), "records in the smallest group that looks alike")


def account(found: Account) -> str | None:
    """What differential privacy has cost the input; None where a run spent nothing."""
    spent, total = found.get("spent"), found.get("input")
    if not isinstance(spent, Mapping) or not isinstance(total, Mapping):
        return None
    here, there = (
        f"epsilon {one['epsilon']:g} and delta {one['delta']:g}" for one in (spent, total)
    )
    runs = counted(total["runs"], "run")
    return f"This release spent {here} of its input, on which {runs} spent {there} so far."


def level_meaning(level: object, top: object, distinct: object) -> str:
    """What a generalization level did to a column."""
    if not is_number(level):
        return "Varies from record to record."
    if level == 0:
        return "Released as it was."
    if distinct == 1 or (distinct is None and level == top):
        return "Fully generalized: every record shows the same value."
    return "Grouped. Values now look like"


def search_result(summary: Summary) -> str:
    """How good the answer is among all candidates."""
    gap = summary.get("gap")
    if "account" in summary:
        return "Levels were fixed beforehand or drawn by chance, so better ones may exist."
    if "method" in summary:
        return "A method decided; nothing was searched, so a better release may exist."
    if summary.get("optimal") is True:
        return _best(summary)
    if is_number(gap):
        return f"Not proven best. The loss is at most {number(gap)} above the best possible."
    return "Not proven best: a better candidate may exist."


def _best(summary: Summary) -> str:
    """Among which candidates an answer is the best; of levels chosen by hand nothing is claimed."""
    limited, alone = summary.get("limited_levels"), summary.get("lattice_size") == 1
    if limited and alone:
        return "Chosen by hand: there was one candidate, and nothing to compare it with."
    if limited is None and alone:  # runs of older versions
        return "There was one candidate, and nothing to compare it with."
    if limited:
        return "Best possible among the levels that the study allows; others may lose less."
    return "Best possible: no candidate that keeps the promises loses less."


def hidden(summary: Mapping[str, Any]) -> str:
    """How many others a record of the release looks like, at least."""
    classes = summary.get("classes") or {}
    smallest = classes.get("min")
    if classes.get("count") == 0:
        return "No record was released."
    if not is_number(smallest):
        return "The size of the classes is not available."
    bin = (summary.get("method") or {}).get("smallest_bin")
    if is_number(bin) and bin > 1:
        return f"Every record is matched by at least {counted(bin - 1, 'other')}."
    if smallest <= 1:
        return "Some records look like no other."
    return f"Every record looks like at least {counted(smallest - 1, 'other')}."


def _gone(summary: Summary, suppressed: object) -> str:
    gone, records = summary.get("suppressed_records"), (summary.get("input") or {}).get("records")
    if not is_number(gone):
        return "How many records were left out is not available."
    if gone == 0:
        return "No record was left out."
    was = f"{'was' if gone == 1 else 'were'} {FATES.get(str(suppressed), FATES['left-out'])[0]}"
    return f"{number(gone)} of {counted(records, 'record')} {was}."


FATES = {
    "left-out": ("left out", "Suppressed records are not in the release."),
    "blank": ("blanked", "Suppressed records stay in the release with every cell blank."),
    "keep-values": ("stripped", "Suppressed records keep only what is not a quasi-identifier."),
}

PROMISES = {
    "differential-privacy": "Whether any one record is in the data changes how likely a release is"
    " by at most the factor e^{epsilon}, except with the chance {delta}.",
    "k-anonymity": "Every record looks like at least {others}.",
    "k-map": "Every record fits at least {k} people of the population.",
    "delta-presence": "Nobody can be surer than {delta_max} that a person is in the data.",
    "distinct-l-diversity": "Every class holds at least {l} different values of {column}.",
    "entropy-l-diversity": "In every class, {column} is as varied as {l} equally common values.",
    "recursive-l-diversity": "In every class, the most common value of {column} is rarer than"
    " {c} times its least common ones together, from place {l} on.",
    "t-closeness": "In every class, {column} is spread as in the whole table, up to {t}.",
    "delta-disclosure": "No class makes a value of {column} much more or less likely ({delta}).",
    "basic-beta-likeness": "In no class is a value of {column} more than 1 + {beta} times as"
    " common as in the table.",
    "enhanced-beta-likeness": "In no class is a value of {column} more than 1 + {beta} times as"
    " common as in the table, and values that are common already gain even less.",
    "average-risk": "The average risk of being recognized is at most {threshold}.",
    "sample-uniqueness": "At most a share of {threshold} of the records looks like no other.",
    "population-uniqueness": "At most a share of {threshold} is estimated to be unique among"
    " all people.",
    "prosecutor-profitability": "Releasing each class brings more than attacks on people who are"
    " known to be in the data cost.",
    "journalist-profitability": "Releasing each class brings more than attacks on people of the"
    " population cost.",
    "datafly": "Every record is one of at least {bin_size} that look alike in the linked columns.",
    "argus": "Every checked value, pair and triple of a record is matched by {bin_size} records.",
    "local-suppression": "Every combination of quasi-identifiers is matched by {bin_size} records.",
    "sangreea": "Every record looks like at least {others}: it is in a cluster of at least {k}.",
    "mondrian": "Every record looks like at least {others}.",
    "mdav": "Every record looks like at least {others}.",
    "subcombinations": "Every combination of linked columns is matched by {bin_size} records.",
}

MEASURED = {
    "differential-privacy": "records in the smallest class",
    "k-anonymity": "records in the smallest class",
    "k-map": "the smallest class, counted as the promise says",
    "delta-presence": "the largest share of a class's population that is in the data",
    "distinct-l-diversity": "the fewest different values in a class",
    "entropy-l-diversity": "equally common values that the least varied class is worth",
    "recursive-l-diversity": "the largest quotient of the most common value and the rare ones",
    "t-closeness": "the largest distance of a class from the table",
    "delta-disclosure": "the largest logarithm of gain or loss of a value",
    "basic-beta-likeness": "the largest relative gain of a value",
    "enhanced-beta-likeness": "the largest relative gain of a value",
    "average-risk": "the average risk",
    "sample-uniqueness": "the share of records that look like no other",
    "population-uniqueness": "the estimated share of unique people",
    "prosecutor-profitability": "the payout of the least profitable class",
    "journalist-profitability": "the payout of the least profitable class",
}  # what a single measured number is, by model

RISK = {
    "highest": ("Highest risk", "The chance that someone who knows a person is in the data picks"
                " the right record, for the record that is easiest to find."),
    "average": ("Average risk", "The same chance, averaged over all records."),
    "lowest": ("Lowest risk", "The same chance for the record that is hardest to find."),
    "uniques": ("Unique records", "Records that look like no other; the easiest to recognize."),
    "at_risk": ("Records at risk", "Records in classes smaller than the promised k (5 where none is"
                " promised)."),
}  # fmt: skip

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
