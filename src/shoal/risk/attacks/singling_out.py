"""The first two risks of European guidance: singling out, and linking two halves of a record."""

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column
from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result
from shoal.risk.attacks.scene import Scene

PEOPLE = 1_000


def single_out(scene: Scene) -> Attack:
    """Describe one person by a released record, so that nobody else in the data fits.

    Without the release, values are drawn as they are distributed in each column, independently.
    """
    targets = scene.targets(PEOPLE)
    released = targets[scene.released[targets]]
    alone = (scene.sizes[scene.classes[released]] == 1).astype(np.float64)
    return attack_result("singling out", "singling out", alone, _success_of_guessing(scene))


def link_halves(scene: Scene) -> Attack:
    """Join what one source knows about a person with what another knows, through the release.

    One source knows the first, the third, … column, the other one the rest. The release helps if
    few records fit both. The baseline is the better source alone.
    """
    columns = scene.after.columns
    if len(columns) < 2:
        reason = "there is only one quasi-identifier"
        return attack_not_tried("linking two halves", "linkability", reason)
    targets = scene.targets(PEOPLE)
    chances = scene.chances(scene.classes[targets])
    return attack_result(
        "linking two halves", "linkability", chances, _success_of_best_half(scene, targets)
    )


def _success_of_guessing(scene: Scene) -> float:
    """How often values that are drawn independently describe exactly one record."""
    random = np.random.default_rng(scene.seed)
    most, tries = scene.before.height, min(PEOPLE, scene.before.height)
    guesses = pl.DataFrame(
        [
            exact_column(scene.after, name).gather(random.integers(0, most, tries)).alias(name)
            for name in scene.after.columns
        ]
    )
    sizes = scene.after.group_by(by_name(scene.after.columns)).len("\0n")
    matches = guesses.join(sizes, on=by_name(scene.after.columns), how="left", nulls_equal=True)
    return float((matches["\0n"] == 1).fill_null(value=False).mean() or 0)  # type: ignore[arg-type]


def _success_of_best_half(
    scene: Scene, targets: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
) -> float:
    """How often people are found by the better half of the columns alone."""
    best = 0.0
    for half in (scene.after.columns[::2], scene.after.columns[1::2]):
        sizes = scene.after.select(pl.len().over(pl.struct(by_name(half)))).to_series().to_numpy()
        chances = np.where(scene.released, 1 / sizes, 0.0)[targets]
        best = max(best, float(chances.mean()))
    return best
