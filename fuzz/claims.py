"""What summary and certificate say, beside what is so."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fuzz.promises import Seen, distance, diversity
from fuzz.release import Released
from fuzz.world import World


def summary_lies(released: Released, summary: Mapping[str, Any]) -> Iterator[str]:
    """Numbers of the summary that are not those of the release."""
    world = released.world
    gone = sum(not released.kept[at] for at in world.scope)
    if summary["suppressed_records"] != gone:
        yield f"the summary counts {summary['suppressed_records']} suppressed records, not {gone}"
    yield from _class_lies(released, summary, "the summary", "risk" in summary and "after")
    for told in summary["privacy"]:
        if told["holds"] is not True and told["holds"] != "not_checked":
            yield f"the summary says that {told['model']} does not hold, and there is a release"
        yield from _measured_lies(released, told)


def certificate_lies(released: Released, facts: Mapping[str, Any]) -> Iterator[str]:
    """What the certificate claims and the release does not show."""
    if released.world.study.get("output", {}).get("suppressed", "left-out") == "left-out":
        count = sum(map(bool, released.kept))
        if facts["release"]["records"] != count:
            yield f"the certificate counts {facts['release']['records']} records, not {count}"
    yield from _class_lies(released, facts, "the certificate", None)
    asked = [p["model"] for p in released.world.study.get("privacy", ())]
    told = [p["model"] for p in facts["promises"]]
    if asked and asked != told:
        yield f"the certificate names the promises {told}, not {asked}"
    if any(p["holds"] is False for p in facts["promises"]):
        yield "the certificate names a broken promise"
    yield from _sentence_lies(released, facts["says"])


def _class_lies(released: Released, told: Mapping[str, Any], who: str, risk: Any) -> Iterator[str]:
    """Class sizes, and the risks that follow from them, as somebody sees the release."""
    if released.world.study.get("method") or released.world.counts_people:
        return
    names = set(released.world.case.with_role("quasi-identifier"))
    if not names <= set(released.world.written):
        return
    classes = released.formed
    if who == "the certificate":
        classes = [seen for seen in released.seen if _is_shown(released, seen)]
    sizes = [len(seen.members) for seen in classes]
    if not sizes:
        return
    expected = {"count": len(sizes), "min": min(sizes), "max": max(sizes)}
    found = {name: told["classes"].get(name) for name in expected}
    if found != expected:
        yield f"{who} tells classes {found}, not {expected}"
    after = told["risk"][risk] if risk else told["risk"]
    if after and abs(after["highest"] - 1 / min(sizes)) > 1e-9:
        yield f"{who} tells the highest risk {after['highest']}, not {1 / min(sizes)}"
    if after and abs(after["average"] - len(sizes) / sum(sizes)) > 1e-9:
        yield f"{who} tells the average risk {after['average']}"
    if after and after["uniques"] != sizes.count(1):
        yield f"{who} tells {after['uniques']} unique records"


def _is_shown(released: Released, seen: Seen) -> bool:
    """Whether a class can be told from suppressed records, which are blank."""
    output = released.world.study.get("output", {})
    if output.get("suppressed", "left-out") == "left-out":
        return True
    names = released.shown if output["suppressed"] == "keep-values" else released.world.written
    rows = [released.rows[at] for at in seen.members]
    return any(row[name] is not None for row in rows for name in names)


def _measured_lies(released: Released, told: Mapping[str, Any]) -> Iterator[str]:
    """Measured numbers that a definition gives just so."""
    measure = MEASURES.get(told["model"])
    promise = {"model": told["model"], **told["parameters"]}
    quasi = released.world.case.with_role("quasi-identifier")
    hidden = not set(quasi) <= set(released.world.written)
    classes = released.seen if hidden else released.formed
    more = released.one_more_class
    if told["model"] == "k-map" and (hidden or more):
        return
    if promise.get("column") in (None, *released.world.written):
        classes = [*classes, *more]  # of a column that is not written, they show nothing
    if not measure or not classes or told.get("measured") is None:
        return
    if told["model"] == "k-map" and promise.get("estimator", "none") != "none":
        return
    expected = measure(promise, classes, released.world)
    if expected is not None and abs(expected - told["measured"]) > 1e-9:
        yield f"{told['model']} is measured as {told['measured']}, and is {expected}"


def _smallest(promise: Any, classes: Sequence[Seen], world: World) -> float:
    return min(world.size(seen.members) for seen in classes)


def _population(promise: Any, classes: Sequence[Seen], world: World) -> float | None:
    found = [seen.population for seen in classes]
    return None if None in found else min(filter(None, found))


def _fewest(promise: Any, classes: Sequence[Seen], world: World) -> float:
    return min(diversity(promise, seen, world) for seen in classes)


def _farthest(promise: Any, classes: Sequence[Seen], world: World) -> float:
    return float(max(distance(promise, seen, world) for seen in classes))


MEASURES: dict[str, Any] = {
    "k-anonymity": _smallest,
    "k-map": _population,
    "distinct-l-diversity": _fewest,
    "t-closeness": _farthest,
}


def _sentence_lies(released: Released, says: str) -> Iterator[str]:
    """“… at least 2 others …” must be so, whoever is counted."""
    found = re.search(r"at least (\d+) other", says)
    if not found or released.world.study.get("method"):
        return
    sizes = [len(seen.members) for seen in released.seen if _is_shown(released, seen)]
    if sizes and min(sizes) <= int(found[1]):
        yield f"the certificate says {says!r}, and a class has {min(sizes)}"
