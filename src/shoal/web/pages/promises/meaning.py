"""What a promise means for this table: plain sentences with its numbers."""

from collections.abc import Callable, Mapping
from math import ceil, exp, log
from typing import Any

from shoal.report.numbers import percent
from shoal.web.pages.promises.facts import Facts, Spread

Settings = Mapping[str, Any]
MANY = 20  # up to here numbers are written as words
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)


def meaning(settings: Settings, facts: Facts) -> str:
    """What the promise means, or nothing while its parameters are not right yet."""
    say = _SAY.get(str(settings.get("model")))
    try:
        return say(settings, facts) if say else ""
    except (TypeError, ValueError, KeyError, ZeroDivisionError, OverflowError):
        return ""


def in_words(number: int) -> str:
    """Small numbers as words."""
    return NUMBERS[number] if 0 <= number <= MANY else f"{number:,}"


def _k_anonymity(given: Settings, facts: Facts) -> str:
    k = int(given["k"])
    if k > facts.records > 0:
        return f"The table has only {facts.records:,} records: no release is possible."
    classes = f" The release has at most {facts.records // k:,} classes." if facts.records else ""
    return (
        f"At k = {k}, one in {in_words(k)}: whoever looks for somebody finds at least {k} who look"
        f" alike, so that a guess is right with a chance of at most {percent(1 / k)}.{classes}"
    )


def _k_map(given: Settings, facts: Facts) -> str:
    k = int(given["k"])
    people = f" among {facts.population:,} people" if facts.population else " of the population"
    return (
        f"At k = {k}, one in {in_words(k)}{people}: a guess is right with a chance of at most"
        f" {percent(1 / k)}, even by somebody who does not know who is in the data."
    )


def _average_risk(given: Settings, facts: Facts) -> str:
    share = float(given["threshold"])
    said = f"On average at most {percent(share)} of all guesses are right"
    if share > 0:
        said += f": classes have {1 / share:,.3g} records or more on average"
    return (
        f"{said}; with {facts.records:,} records, at most {int(share * facts.records):,} classes."
    )


def _sample_uniqueness(given: Settings, facts: Facts) -> str:
    share = float(given["threshold"])
    return (
        f"At most {int(share * facts.records):,} of {facts.records:,} records ({percent(share)})"
        " look like no other."
    )


def _population_uniqueness(given: Settings, facts: Facts) -> str:
    share = float(given["threshold"])
    size = int(given.get("population_size") or facts.population or 0)
    if not size:
        return f"At most {percent(share)} of the population may be unique. Say how large it is."
    return f"At most {int(share * size):,} of {size:,} people are estimated to be unique."


def _distinct(given: Settings, facts: Facts) -> str:
    l, known = int(given["l"]), _spread(given, facts)
    if known is None:
        return ""
    if l > known.values:
        return f"The column has only {known.values} different values: no release is possible."
    return (
        f"Every class shows at least {in_words(l)} of the {known.values:,} different values. One"
        f" of them may still be as frequent as you like; in the table it is {percent(known.most)}."
    )


def _entropy(given: Settings, facts: Facts) -> str:
    l, known = float(given["l"]), _spread(given, facts)
    if known is None:
        return ""
    whole = f"The whole table is as mixed as {known.worth:.3g} equally frequent values"
    if l > known.worth:
        return f"{whole}: with l = {l:g}, hardly any release is possible."
    return f"{whole}; every class must be as mixed as {l:g}."


def _recursive(given: Settings, facts: Facts) -> str:
    c, l, known = float(given["c"]), int(given["l"]), _spread(given, facts)
    if known is None:
        return ""
    said = f"Every class has at least {in_words(l)} values"
    if l == 2:
        most = c / (1 + c)
        said += f", and the most frequent one less than {percent(most)} of it"
    return f"{said}; in the table the most frequent one has {percent(known.most)}."


def _closeness(given: Settings, facts: Facts) -> str:
    t, known = float(given["t"]), _spread(given, facts)
    if known is None:
        return ""
    if given.get("distance", "equal") != "equal":
        return (
            f"At most {percent(t)} of a class would have to change places from one end of the"
            " column to the other to be distributed like the table."
        )
    low, high = max(0.0, known.most - t), min(1.0, known.most + t)
    return (
        f"The most frequent value has {percent(known.most)} of the table; in a class it may have"
        f" between {percent(low)} and {percent(high)}."
    )


def _disclosure(given: Settings, facts: Facts) -> str:
    factor, known = 2 ** float(given["delta"]), _spread(given, facts)
    if known is None:
        return ""
    low, high = known.most / factor, min(1.0, known.most * factor)
    return (
        f"A factor below {factor:.3g}: the most frequent value has {percent(known.most)} of the"
        f" table, and between {percent(low)} and {percent(high)} of a class."
    )


def _likeness(given: Settings, facts: Facts) -> str:
    beta, known = float(given["beta"]), _spread(given, facts)
    if known is None:
        return ""
    enhanced = given["model"] == "enhanced-beta-likeness"

    def most(share: float) -> str:
        gain = min(beta, -log(share)) if enhanced else beta
        return percent(min(1.0, (1 + gain) * share))

    return (
        f"The rarest value has {percent(known.least)} of the table and may have"
        f" {most(known.least)} of a class; the most frequent one {percent(known.most)} and"
        f" {most(known.most)}."
    )


def _presence(given: Settings, _: Facts) -> str:
    low, high = float(given["delta_min"]), float(given["delta_max"])
    return (
        f"Whoever knows what a person looks like can be at most {percent(high)} sure that they are"
        f" in the data, and at most {percent(1 - low)} sure that they are not."
    )


def _profit(given: Settings, facts: Facts) -> str:
    game = {**facts.game, **(given.get("game") or {})}
    gain, cost = float(game["adversary_gain"]), float(game["adversary_cost"])
    if not cost:
        return "A try costs nothing, so every class is worth an attack."
    size = ceil(gain / cost)
    if given.get("attack") == "none":
        return f"A try gains {gain:g} and costs {cost:g}: every class has at least {size:,} people."
    return (
        f"A try gains {gain:g} and costs {cost:g}: classes of fewer than {size:,} people are worth"
        " an attack, and are released where they bring more than that costs."
    )


def _private(given: Settings, facts: Facts) -> str:
    epsilon, delta = float(given["epsilon"]), float(given["delta"])
    return (
        f"One record more or less makes any release at most {exp(epsilon):,.3g} times as likely,"
        f" but for a chance of {delta:g}; with {facts.records:,} records, that chance should be"
        f" far below {1 / max(facts.records, 1):.2g}."
    )


def _spread(given: Settings, facts: Facts) -> Spread | None:
    return facts.spreads.get(str(given.get("column")))


_SAY: dict[str, Callable[[Settings, Facts], str]] = {
    "k-anonymity": _k_anonymity,
    "k-map": _k_map,
    "average-risk": _average_risk,
    "sample-uniqueness": _sample_uniqueness,
    "population-uniqueness": _population_uniqueness,
    "distinct-l-diversity": _distinct,
    "entropy-l-diversity": _entropy,
    "recursive-l-diversity": _recursive,
    "t-closeness": _closeness,
    "delta-disclosure": _disclosure,
    "basic-beta-likeness": _likeness,
    "enhanced-beta-likeness": _likeness,
    "delta-presence": _presence,
    "prosecutor-profitability": _profit,
    "journalist-profitability": _profit,
    "differential-privacy": _private,
}
