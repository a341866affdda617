"""Outliers first: our curves beside those that Malle et al. published, in the average they used."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from benchmarks.tables import table

from studies.census_models import CLASSIFIERS, Scores
from studies.pictures import Drawn, Panel, Points
from studies.places import Places
from studies.published_scores import ORIGINAL, published, shown

WHO = {"outliers": "outliers first", "random": "by chance"}
RUNS = {  # in the published scores: the name of the run, and of its files
    "outliers": ("outliers", "adults_outliers_removed_"),
    "random": ("random_comparison", "adults_random_deletion_"),
}
COLORS = {"random": ("before", "baseline"), "outliers": ("after", "chosen")}


class Learned(Protocol):
    """What models found after a change of the records."""

    @property
    def change(self) -> str: ...  # noqa: D102
    @property
    def fraction(self) -> float: ...  # noqa: D102
    @property
    def scores(self) -> Mapping[str, Mapping[str, Scores]]: ...  # noqa: D102


def beside(places: Places, results: Sequence[Learned], change: str) -> str:
    """Points of F1 of both classes against the original, for those who are left."""
    head = ("forgotten", *(f"{name}: ours / published" for name in CLASSIFIERS))
    ours = {name: dict(_ours(results, change, name)) for name in CLASSIFIERS}
    theirs = {name: dict(_theirs(places, change, name)) for name in CLASSIFIERS}
    fractions = [one.fraction for one in results if one.change == change]
    lines = [
        [f"{fraction:.0%}", *(_pair(ours[name], theirs[name], fraction) for name in CLASSIFIERS)]
        for fraction in fractions
    ]
    return table(head, lines)


def curves(places: Places, results: Sequence[Learned]) -> list[Panel]:
    """One panel per classifier: F1 of both classes against the share that is forgotten."""
    panels = []
    for name in CLASSIFIERS:
        drawn = []
        for change, (ours, theirs) in COLORS.items():
            drawn.append(Drawn(WHO[change], ours, _ours(results, change, name)))
            found = _theirs(places, change, name)
            if found:
                drawn.append(Drawn(f"{WHO[change]}, published", theirs, found))
        panels.append(Panel(name, "share forgotten", "F1 of both classes", drawn, y=(0.6, 0.9)))
    return panels


def _ours(results: Sequence[Learned], change: str, name: str) -> Points:
    return [
        (one.fraction, one.scores[name]["left"].both[2])
        for one in results
        if one.change in ("original", change)
    ]


def _theirs(places: Places, change: str, name: str) -> Points:
    variant, start = RUNS[change]
    files = published(places, "outliers", name, variant)
    found = [(0.0, files[ORIGINAL])] if ORIGINAL in files else []
    fractions = [(file, file.removeprefix(start).removesuffix(".csv")) for file in files]
    return sorted([*found, *((float(f), files[file]) for file, f in fractions if f[0].isdigit())])


def _pair(ours: Mapping[float, float], theirs: Mapping[float, float], fraction: float) -> str:
    return " / ".join(
        shown(100 * (of[fraction] - of[0.0]) if fraction in of else None) for of in (ours, theirs)
    )
