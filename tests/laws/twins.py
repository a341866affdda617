"""Pairs of inputs with the same release: they differ only in what the release does not show."""

import random
from dataclasses import dataclass

import polars as pl

import shoal
from shoal.errors import ShoalError

QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
NUMBER = {"role": "quasi-identifier", "type": "integer"}
COLUMNS = {
    "age": QUASI,
    "town": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "ill": {"role": "sensitive"},
    "ward": {"role": "insensitive"},
}
ORDERED = {"role": "quasi-identifier", "type": "ordered", "hierarchy": {"builder": "suppression"}}
ILLNESSES = ("flu", "cold", "hiv", "burn")
AGES = [str(age) for age in (30, 31, 32, 33, 45, 46, 47, 71, 72, 99)]
PRIVATE = {
    "columns": {
        "age": {**ORDERED, "order": AGES},
        "town": {**ORDERED, "order": ["a", "b", "c"]},
    },
    "privacy": [{"model": "differential-privacy", "epsilon": 2, "delta": 0.1, "degree": "low"}],
    "reproducible": True,  # then two draws can be the same
}


def promising(*promises, **keys):
    return {"columns": COLUMNS, "privacy": list(promises), "suppression_limit": 0.5, **keys}


def by_method(name, numbers=(), **keys):
    columns = {**COLUMNS, **dict.fromkeys(numbers, NUMBER)}
    return {"columns": columns, "method": {"name": name, **keys}, "suppression_limit": 0.5}


def repeatable(name, **keys):
    """A method that changes ages by chance; two draws can be the same."""
    return {**by_method(name, ["age"], **keys), "reproducible": True}


K = {"model": "k-anonymity", "k": 2}
WHO = {"role": "identifier", "pseudonym": {"method": "drop"}}
STUDIES = {
    "k-anonymity": promising(K),
    "blank": promising(K, output={"suppressed": "blank"}),
    "people": promising(K, columns={**COLUMNS, "who": WHO}, person="who"),
    "by hand": promising(K, columns={**COLUMNS, "age": {**QUASI, "min_level": 1, "max_level": 1}}),
    "automatic": promising(K, columns={**COLUMNS, "town": {"role": "quasi-identifier"}}),
    "distinct": promising(K, {"model": "distinct-l-diversity", "column": "ill", "l": 2}),
    "entropy": promising({"model": "entropy-l-diversity", "column": "ill", "l": 1.5}),
    "recursive": promising({"model": "recursive-l-diversity", "column": "ill", "c": 4, "l": 2}),
    "t-closeness": promising(K, {"model": "t-closeness", "column": "ill", "t": 0.6}),
    "delta": promising({"model": "delta-disclosure", "column": "ill", "delta": 2.5}),
    "basic beta": promising({"model": "basic-beta-likeness", "column": "ill", "beta": 3}),
    "enhanced beta": promising({"model": "enhanced-beta-likeness", "column": "ill", "beta": 3}),
    "four promises": promising(
        K,
        {"model": "t-closeness", "column": "ill", "t": 0.7},
        {"model": "delta-disclosure", "column": "ill", "delta": 3},
        {"model": "basic-beta-likeness", "column": "ill", "beta": 4},
    ),
    "k-map": promising({"model": "k-map", "k": 2}, subset={"query": "ward = x"}),
    "presence": promising(
        {"model": "delta-presence", "delta_min": 0, "delta_max": 0.9}, subset={"query": "ward = x"}
    ),
    "average risk": promising({"model": "average-risk", "threshold": 0.5}),
    "uniqueness": promising({"model": "sample-uniqueness", "threshold": 0.2}),
    "game": promising({"model": "prosecutor-profitability"}, game={"publisher_benefit": 1000}),
    "population": promising(
        K,
        {"model": "population-uniqueness", "threshold": 0.05},
        population={"size": 500},
    ),
    "journalist": promising(
        {"model": "journalist-profitability"},
        game={"publisher_benefit": 1000},
        subset={"query": "ward = x"},
    ),
    "local": promising(K, recoding="local"),
    "subset": promising(K, subset={"query": "ward = x"}),
    "fewer columns": promising(K, output={"columns": ["age", "town", "ward"]}),
    "datafly": by_method("datafly", bin_size=2),
    "argus": by_method("argus", bin_size=2, identifying={"age": 1, "town": 2}),
    "subcombinations": by_method("subcombinations", bin_size=2),
    "local-suppression": by_method("local-suppression", bin_size=2),
    "mondrian": by_method("mondrian", ["age"], k=2),
    "mdav": by_method("mdav", ["age", "town"], k=2),
    "noise": repeatable("noise", amount=1, kind="keeping-variance", columns=["age"]),
    "pram": repeatable("pram", least=0.1, strength=1),
    "rank-swapping": repeatable("rank-swapping", top=0.5, bottom=0.5, columns=["age"]),
    "univariate-microaggregation": repeatable("univariate-microaggregation", k=2, columns=["age"]),
    "private": PRIVATE,
}


@dataclass(frozen=True, eq=False)
class Twins:
    """The releases of two inputs that differ, and their study."""

    name: str
    study: dict
    one: shoal.Release
    other: shoal.Release


def twins(name, dice, tries=400):
    """Two inputs with the same release, or None if none was found."""
    keys = STUDIES[name]
    for _ in range(tries):
        rows = table(dice, numbers=name == "mdav", many=name == "private")
        try:
            one = shoal.anonymize(rows, keys)
            changed = altered(rows, one.suppressed, dice, keys)
            other = None if changed.equals(rows) else shoal.anonymize(changed, keys)
        except ShoalError:  # this input has no release
            continue
        if other is not None and shown(one).equals(shown(other)):
            return Twins(name, keys, one, other)
    return None


def table(dice, numbers=False, many=False):
    """A small table; ages come in groups, so that some records stand alone."""
    rows = [
        _row(dice, numbers) for _ in range(dice.randint(40, 60) if many else dice.randint(8, 16))
    ]
    return pl.DataFrame(rows)


def _row(dice, numbers):
    age = dice.choice(AGES[: dice.choice((4, 7, 10))])
    town = str(dice.randint(1, 3)) if numbers else dice.choice("aaabbc")
    return {
        "age": age,
        "town": town,
        "ill": dice.choice(ILLNESSES),
        "ward": dice.choice("xxxy"),
        "who": f"p{dice.randint(1, 9)}",
    }


def altered(rows, suppressed, dice, keys):
    """The table with other values, more or fewer records where the release shows nothing."""
    gone = [at for at, hidden in enumerate(suppressed) if hidden]
    lines, drop = rows.rows(named=True), dice.random() < 0.2 and "reproducible" not in keys
    numbers = lines[0]["town"].isdigit()
    for at in gone:
        if dice.random() < 0.6:
            lines[at] = {
                **lines[at],
                "ill": dice.choice(ILLNESSES),
                "who": f"p{dice.randint(1, 9)}",
            }
        if dice.random() < 0.3:
            lines[at] = _row(dice, numbers)
    if not gone or dice.random() < 0.2:  # what is hidden by generalization
        at = dice.randrange(len(lines))
        lines[at] = {**lines[at], "age": dice.choice(AGES), "who": f"p{dice.randint(1, 9)}"}
    if drop and gone:
        del lines[dice.choice(gone)]
    elif dice.random() < 0.2 and gone and "reproducible" not in keys:
        lines.append(lines[dice.choice(gone)])
    return pl.DataFrame(lines)


def shown(release):
    """The release without its order, and without records of which nothing is left."""
    frame = release.table.select(pl.all().cast(pl.String))
    frame = frame.filter(~pl.all_horizontal(pl.all().is_null()))
    return frame.sort(frame.columns)


def dice_of(seed):
    return random.Random(seed)
