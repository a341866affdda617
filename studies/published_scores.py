"""What Malle et al. published of their classifiers (data/malle/published_scores.csv)."""

import polars as pl

from studies.census_models import PUBLISHED_NAMES
from studies.places import Places

TABLE = "malle/published_scores.csv"
ORIGINAL = "adults_original_dataset.csv"


def published(
    places: Places, experiment: str, classifier: str, variant: str | None = None
) -> dict[str, float]:
    """The F1 of each data set for the income, as one classifier found it; nothing where unknown.

    The average over classes differs between classifiers, so only values of one are comparable.

    Args:
        places: Where the scores are.
        experiment: One of "anonymization", "perturbation" and "outliers".
        classifier: One of our four.
        variant: Of which run; each has scores of the original data set, too.
    """
    path = places.data / TABLE
    if not path.is_file():
        return {}
    asked = (
        (pl.col("experiment") == experiment)
        & (pl.col("target") == "income")
        & (pl.col("classifier") == PUBLISHED_NAMES[classifier])
    )
    if variant is not None:
        asked &= pl.col("variant") == variant
    found = pl.read_csv(path).filter(asked).unique("dataset", keep="first")
    return dict(zip(found["dataset"].to_list(), found["f1"].to_list(), strict=True))


def points(places: Places, experiment: str, classifier: str, dataset: str) -> float | None:
    """By how many points of F1 a data set is worse than the original one, as published."""
    found = published(places, experiment, classifier)
    if ORIGINAL not in found or dataset not in found:
        return None
    return 100 * (found[dataset] - found[ORIGINAL])


def shown(number: float | None) -> str:
    """Points with their sign; a dash where there are none."""
    return "–" if number is None else f"{number:+.1f}"
