"""Two releases of the same people: a person must be in both classes, so fewer records fit."""

import numpy as np

from shoal.risk.attacks.attack import Attack, attacked
from shoal.risk.attacks.scene import Scene

PEOPLE = 5_000


def intersection(first: Scene, second: Scene) -> Attack:
    """Find a person in both releases; the baseline is the better one of them alone."""
    width = int(second.classes.max(initial=0)) + 2
    together = (first.classes + 1) * width + second.classes + 1
    _, number, sizes = np.unique(together, return_inverse=True, return_counts=True)
    people = first.targets(PEOPLE)
    anywhere = (first.released | second.released)[people]
    chances = np.where(anywhere, 1 / sizes[number[people]], 0.0)
    baseline = max(float(each.chances(each.classes[people]).mean()) for each in (first, second))
    return attacked("intersection of releases", "linkability", chances, baseline)
