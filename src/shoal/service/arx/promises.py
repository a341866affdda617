"""Privacy models of ARX as promises of a study.

ARX describes each by a sentence; its Java objects hold what the sentence leaves out. A promise
that is not recognized is never left out silently: the caller refuses, or tells.
"""

import re
from collections.abc import Callable, Mapping
from re import Match

from shoal.data.arx.java_stream import JavaObject
from shoal.data.arx.project import ArxProject
from shoal.study.keys.plain import Json, Settings

NUMBER = r"([0-9.]+(?:[eE][-+]?[0-9]+)?)"
ABOUT = r" for attribute '(?P<column>.*)'"
WHOLE = ("k", "l")
MANY_STEPS = 10_000  # a private search of more steps was not limited by anybody
USUAL_STEPS = 300

# What ARX writes, the model of the same name here, the parameters in their order, fixed ones.
FORMS: tuple[tuple[str, str, tuple[str, ...], Mapping[str, str]], ...] = (
    (rf"{NUMBER}-anonymity", "k-anonymity", ("k",), {}),
    (rf"\({NUMBER}\)-map", "k-map", ("k",), {}),
    (rf"\({NUMBER}, ?{NUMBER}\)-presence", "delta-presence", ("delta_min", "delta_max"), {}),
    (rf"distinct-{NUMBER}-diversity{ABOUT}", "distinct-l-diversity", ("l",), {}),
    (
        rf"(?:shannon-)?entropy-{NUMBER}-diversity{ABOUT}",
        *("entropy-l-diversity", ("l",), {"estimator": "shannon"}),
    ),
    (
        rf"grassberger-entropy-{NUMBER}-diversity{ABOUT}",
        *("entropy-l-diversity", ("l",), {"estimator": "grassberger"}),
    ),
    (
        rf"recursive-\({NUMBER}, ?{NUMBER}\)-diversity{ABOUT}",
        *("recursive-l-diversity", ("c", "l"), {}),
    ),
    *(
        (
            rf"{NUMBER}-closeness with {distance} (?:ground-)?distance{ABOUT}",
            *("t-closeness", ("t",), {"distance": distance}),
        )
        for distance in ("equal", "ordered", "hierarchical")
    ),
    (rf"{NUMBER}-disclosure privacy{ABOUT}", "delta-disclosure", ("delta",), {}),
    (rf"basic-{NUMBER}-likeness{ABOUT}", "basic-beta-likeness", ("beta",), {}),
    (rf"enhanced-{NUMBER}-likeness{ABOUT}", "enhanced-beta-likeness", ("beta",), {}),
    (rf"\({NUMBER}\)-avg-reidentification-risk", "average-risk", ("threshold",), {}),
    (
        rf"\({NUMBER}, ?{NUMBER}, ?{NUMBER}\)-avg-reidentification-risk",
        *("average-risk", ("threshold", "highest", "share_at_risk"), {}),
    ),
    (rf"\({NUMBER}\)-sample-uniqueness", "sample-uniqueness", ("threshold",), {}),
)
ESTIMATED = rf"\({NUMBER}\)-map estimated as \(.*\)-anonymity \((Poisson|Zero-truncated Poisson)\)"
UNIQUE = rf"\({NUMBER}\)-population-uniqueness \((dankar|pitman|zayatz|snb)\)"
PAYS = r"(no-attack-)?profitability \((prosecutor|journalist)\)(?:\[.*\])?"
PRIVATE = rf"\({NUMBER}, ?{NUMBER}\)-DP"


def promise_of(said: str, project: ArxProject) -> Settings | None:
    """The promise that ARX describes; None if it is not known here."""
    for form, model, names, fixed in FORMS:
        if found := re.fullmatch(form, said, re.DOTALL | re.IGNORECASE):
            return {"model": model, **_about(found), **_numbers(found, names), **fixed}
    for form, make in SPECIAL.items():
        if found := re.fullmatch(form, said, re.IGNORECASE):
            return make(found, project)
    return None


def is_no_promise(said: str) -> bool:
    """Whether ARX describes something that promises nothing: the subset itself, or k = 1."""
    return said.lower() == "inclusion" or re.fullmatch(r"\(?1\)?-(anonymity|map)", said) is not None


def _about(found: Match[str]) -> Settings:
    column = found.groupdict().get("column")
    return {} if column is None else {"column": column}


def _numbers(found: Match[str], names: tuple[str, ...]) -> Settings:
    texts = dict(zip(names, found.groups(), strict=False))
    return {name: _number(name, text) for name, text in texts.items()}


def _number(name: str, text: str) -> Json:
    value = float(text)
    return int(value) if name in WHOLE and value.is_integer() else value


def _estimated_map(found: Match[str], project: ArxProject) -> Settings:
    known = project.find("KMap")
    level = known.fields.get("significanceLevel") if known else None
    estimator = found[2].lower().replace(" ", "-")
    keys: Settings = {"model": "k-map", "k": int(float(found[1])), "estimator": estimator}
    return keys if level is None else {**keys, "significance": level}


def _population_uniqueness(found: Match[str], _: ArxProject) -> Settings:
    threshold, estimator = float(found[1]), found[2].lower()
    return {"model": "population-uniqueness", "threshold": threshold, "estimator": estimator}


def _profitability(found: Match[str], _: ArxProject) -> Settings:
    attack = "none" if found[1] else "allowed"
    return {"model": f"{found[2].lower()}-profitability", "attack": attack}


def _private(found: Match[str], project: ArxProject) -> Settings:
    keys: Settings = {
        "model": "differential-privacy",
        "epsilon": float(found[1]),
        "delta": float(found[2]),
    }
    scheme = project.find("DataGeneralizationScheme")
    return {**keys, **(_private_search(project) if scheme is None else _fixed_levels(scheme))}


def _private_search(project: ArxProject) -> Settings:
    known = project.find("ARXConfiguration")
    settings: Mapping[str, Json] = known.fields if known else {}
    budget, steps = settings.get("dpSearchBudget"), settings.get("heuristicSearchStepLimit")
    few = isinstance(steps, int) and 0 <= steps <= MANY_STEPS
    return {
        "search_epsilon": budget if isinstance(budget, float) else 0.1,
        "steps": steps if few else USUAL_STEPS,
    }


def _fixed_levels(scheme: JavaObject) -> Settings:
    degree = scheme.fields.get("degree")
    single: dict[str, Json] = {}
    for name in ("degrees", "levels"):
        known = scheme.fields.get(name)
        if isinstance(known, JavaObject):
            single |= {str(key): _degree(value) for key, value in known.pairs().items()}
    keys: Settings = {"levels": single} if single else {}
    return keys if degree is None and single else {**keys, "degree": _degree(degree or "NONE")}


def _degree(value: int | str) -> Json:
    return value if isinstance(value, int) else value.lower().replace("_", "-")


SPECIAL: dict[str, Callable[[Match[str], ArxProject], Settings]] = {
    ESTIMATED: _estimated_map,
    UNIQUE: _population_uniqueness,
    PAYS: _profitability,
    PRIVATE: _private,
}
