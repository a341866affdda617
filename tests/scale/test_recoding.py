"""What a search decided, applied to batches: the same cells as on the whole table."""

import numpy as np
import polars as pl
import pytest

from large_toy import QUASI, study, table
from shoal.engine.transform import transform
from shoal.errors import DataError
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.scale import recoding as module
from shoal.scale.recoding import Recoding
from shoal.study.study import Study


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    keys = study(tmp_path_factory.mktemp("recoding"), suppression_limit=0.05)
    from shoal.data.table import Table  # noqa: PLC0415

    return anonymize(read_of(Study.of(keys), Table(table())), Stopwatch())


def texts_of(done):
    return {name: done.table.texts(name, done.study.columns[name].options.type) for name in QUASI}


@pytest.mark.parametrize("room", [2**62, 1])
def test_batches_become_what_the_whole_table_becomes(done, monkeypatch, room):
    monkeypatch.setattr(module, "ROOM", room)  # 1: codes never fit into one number
    found = Recoding.of(done.problem.encoded, done.outcome, done.hierarchies)
    whole = transform(done.problem.encoded, done.outcome.levels, done.outcome.suppressed)
    assert done.outcome.suppressed.any()
    for start in (0, 1000, 2990):
        part = {name: texts.slice(start, 500) for name, texts in texts_of(done).items()}
        labels, suppressed = found.apply(part)
        assert np.array_equal(suppressed, done.outcome.suppressed[start : start + 500])
        for name in QUASI:
            expected = whole[name].slice(start, 500).cast(pl.String)
            assert labels[name].cast(pl.String).equals(expected), name


def test_values_that_were_not_counted_are_refused_without_being_told(done):
    found = Recoding.of(done.problem.encoded, done.outcome, done.hierarchies)
    texts = texts_of(done) | {"job": pl.Series(["secret"] * len(done.table.frame))}
    with pytest.raises(DataError, match="'job' has values that were not there") as caught:
        found.apply(texts)
    assert "secret" not in str(caught.value)
