"""Tasks without a target (paper 002 leaves them open): groups and fewer dimensions, from clusters.

Every task is done with the original and with releases of the same people, by the same settings, and
what was found is compared person by person. Each of the thirteen columns counts alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np
import polars as pl
from benchmarks.tables import table
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score, silhouette_score

from shoal.data.table import Table
from shoal.engine.arrays import Codes, Floats
from shoal.learning.threads import one_thread
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study
from studies.census_models import CATEGORIES, NUMBERS, RICH, TARGET, Clock, people
from studies.clustering import SIZES, study_keys, with_midpoints
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

GROUPS, STARTS = 5, 5  # groups of k-means, and how often it begins anew
DIMENSIONS = (2, 5, 10)
MEASURED, SHOWN = 3_000, 1_500  # people whose distances are measured, and who are drawn
PANELS = (1, 3, 7, 19)
SEEDS = (0, 1, 2)


@dataclass(frozen=True)
class Task:
    """What one table tells without a target.

    Attributes:
        k: The smallest cluster of the release; 1 for the original.
        rand: How well groups agree with those of the original, from 0 by chance to 1: the mean over
            seeds; of the original, with those of other seeds.
        silhouette: How well these groups part the people as they are.
        own: The share of its own variance that the dimensions hold, for each number of them.
        original: The share of the original's variance that they tell.
        places: The first two dimensions of each person.
    """

    k: int
    rand: float
    silhouette: float
    own: tuple[float, ...]
    original: tuple[float, ...]
    places: Floats


def study(places: Places) -> str:
    """Do both tasks with the original and five releases, draw them, and write the page."""
    clock, frame = Clock(), people(places)
    tables = [frame, *(release(places, frame, k) for k in SIZES)]
    results = tasks([1, *SIZES], [features(one) for one in tables])
    drawn = picture("People in two dimensions", panels(results, frame))
    (places.pages / "unsupervised.svg").write_text(drawn, encoding="utf-8")
    return page(results, clock.seconds)


def release(places: Places, frame: pl.DataFrame, k: int) -> pl.DataFrame:
    """The people in clusters of at least k, with equal weights; ranges as their middle."""
    asked = Study.of(study_keys(places, k, "equal"), places.data)
    texts = frame.with_columns(pl.col(name).cast(pl.Int64) for name in NUMBERS)
    return with_midpoints(anonymize(read_of(asked, Table.of(texts)), Stopwatch()).frame)


def features(frame: pl.DataFrame) -> Floats:
    """One line per person; the features of each column have a variance of 1 together."""
    parts = [frame[name].to_numpy()[:, np.newaxis] for name in NUMBERS]
    for name in CATEGORIES:
        labels = frame[name].unique().sort().to_list()
        parts.append(np.stack([(frame[name] == label).to_numpy() for label in labels], axis=1))
    return np.hstack([_scale(part.astype(np.float64)) for part in parts])


def _scale(part: Floats) -> Floats:
    """A column's features, centered, with a variance of 1 together; constant ones are 0."""
    spread = np.sqrt(part.var(axis=0).sum())
    return np.asarray((part - part.mean(axis=0)) / (spread or 1), np.float64)


def tasks(sizes: Sequence[int], matrices: Sequence[Floats]) -> list[Task]:
    """Both tasks for each table; the first one is the original of all the others."""
    before = matrices[0]
    known = [groups(before, seed) for seed in SEEDS]
    return [_task(k, matrix, before, known) for k, matrix in zip(sizes, matrices, strict=True)]


def groups(matrix: Floats, seed: int) -> Codes:
    """The group of each person by k-means."""
    with one_thread():
        found: Codes = KMeans(GROUPS, n_init=STARTS, random_state=seed).fit_predict(matrix)
    return found


def _task(k: int, matrix: Floats, before: Floats, known: Sequence[Codes]) -> Task:
    ours = known if matrix is before else [groups(matrix, seed) for seed in SEEDS]
    pairs = [
        (one, other)
        for at, one in enumerate(ours)
        for place, other in enumerate(known)
        if matrix is not before or at < place
    ]
    with one_thread():
        reduced = PCA(DIMENSIONS[-1], random_state=0).fit(matrix)
        scores = reduced.transform(matrix)
        parted = silhouette_score(before, ours[0], sample_size=MEASURED, random_state=0)
    shares = np.cumsum(reduced.explained_variance_ratio_)
    return Task(
        k,
        float(np.mean([adjusted_rand_score(*pair) for pair in pairs])),
        float(parted),
        tuple(float(shares[many - 1]) for many in DIMENSIONS),
        tuple(told_variance(before, scores[:, :many]) for many in DIMENSIONS),
        scores[:, :2],
    )


def told_variance(before: Floats, scores: Floats) -> float:
    """The share of the original's variance that a linear function of the scores can tell."""
    centered = scores - scores.mean(axis=0)
    fitted, *_ = np.linalg.lstsq(centered, before, rcond=None)
    return 1 - float(((before - centered @ fitted) ** 2).sum() / (before**2).sum())


def page(results: Sequence[Task], cpu_seconds: float) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    heads = [f"{many} dimensions" for many in DIMENSIONS]
    own = [[one.k, *(f"{share:.3f}" for share in one.own)] for one in results]
    told = [[one.k, *(f"{share:.3f}" for share in one.original)] for one in results]
    parted = [[one.k, f"{one.rand:.3f}", f"{one.silhouette:.3f}"] for one in results]
    figures = {f"rand_{one.k}": f"{one.rand:.2f}" for one in results}
    figures |= {f"told_{one.k}": f"{one.original[-1]:.0%}" for one in results}
    return words.substitute(
        figures,
        groups=GROUPS,
        seeds=len(SEEDS),
        measured=f"{MEASURED:,}",
        shown=f"{SHOWN:,}",
        cpu=f"{cpu_seconds:.0f}",
        parted=table(("k", "adjusted Rand index", "silhouette"), parted),
        own=table(("k", *heads), own),
        told=table(("k", *heads), told),
    )


def panels(results: Sequence[Task], frame: pl.DataFrame) -> list[Panel]:
    """A panel for some tables: people in two dimensions, which point as the original's do."""
    chosen = np.random.default_rng(0).permutation(len(frame))[:SHOWN]
    rich = (frame[TARGET] == RICH).to_numpy()[chosen]
    first = results[0].places
    turned = {
        one.k: (one.places * np.sign((one.places * first).sum(axis=0)))[chosen]
        for one in results
        if one.k in PANELS
    }
    every = np.concatenate([*turned.values()])
    (left, low), (right, high) = np.floor(every.min(axis=0)), np.ceil(every.max(axis=0))
    return [
        Panel(
            "original" if k == 1 else f"k = {k}",
            "first dimension",
            "second dimension",
            [
                Drawn("at most 50,000 dollars", "before", at[~rich].tolist(), joined=False),
                Drawn("more", "after", at[rich].tolist(), joined=False),
            ],
            (float(left), float(right)),
            (float(low), float(high)),
        )
        for k, at in turned.items()
    ]
