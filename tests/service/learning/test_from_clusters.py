"""Models learn from clusters: numbers by the middle of their range, labels as they are."""

import numpy as np
import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.release.labelings import columns_without_labeling, refuse_classes
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

RNG = np.random.default_rng(2)
AGES = RNG.integers(20, 80, 200)
TABLE = pl.DataFrame(
    {
        "age": AGES,
        "sex": RNG.choice(["f", "m"], 200),
        "ill": np.where(RNG.random(200) < np.where(AGES >= 50, 0.9, 0.1), "heart", "flu"),
    }
)


@pytest.fixture(scope="module")
def done():
    study = {
        "columns": {
            "age": {"role": "quasi-identifier", "type": "integer"},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "ill": {"role": "insensitive", "target": True},
        },
        "method": {"name": "sangreea", "k": 4},
        "evaluate": {"models": [{"model": "logistic-regression"}], "folds": 3},
        "seed": 1,
    }
    return anonymize(read_of(Study.of(study), Table.of(TABLE)), Stopwatch())


def test_ranges_count_as_their_middles(done):
    sides = sides_of(done)
    feature, codes = sides.released.columns[0], sides.released.training[0]
    texts = done.frame["age"].cast(pl.String)
    assert feature.is_number[codes].all()
    low, high = texts.str.extract(r"(\d+)").cast(float), texts.str.extract(r"(\d+)\]?$").cast(float)
    assert feature.numbers[codes].tolist() == ((low + high) / 2).to_list()


def test_models_are_judged_on_the_records_as_their_clusters_show_them(done):
    found = score_models(done.study, sides_of(done))
    assert "as its own cluster shows it" in found["how"]
    [model] = found["targets"][0]["models"]
    assert model["released"]["accuracy"] > 0.8
    assert model["released"]["accuracy"] <= model["original"]["accuracy"] + 0.05


def test_new_records_have_no_cluster(done):
    assert set(columns_without_labeling(done)) == {"age", "sex"}
    with pytest.raises(StudyError, match="a new record has no cluster"):
        refuse_classes(done, ["age"])
