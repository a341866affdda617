"""The check of releases that are only counted: every planted lie is refused."""

import polars as pl
import pytest

from large_toy import released, study
from shoal.pipeline.folder.effective import effective_keys
from shoal.service import verbs
from shoal.verify.large import verify_large
from shoal.verify.large.with_duckdb import duckdb_counter


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run folder, the keys of its study, and its release as a frame."""
    folder = tmp_path_factory.mktemp("large")
    keys = study(folder, "l-diversity", engine="duckdb")
    verbs.run(keys, folder / "run")
    return folder / "run", released(folder / "run")


def verdict(run, frame, folder):
    """What is found when a frame stands where the release was."""
    frame.write_csv(folder / "draft.csv")
    asked = verbs.as_study(run / "study.yaml")
    keys = effective_keys(asked, verbs.source_of(asked), run)
    with duckdb_counter(256, None) as counter:
        return verify_large(keys, run, folder / "draft.csv", counter)


def test_the_release_itself_is_approved(made, tmp_path):
    run, frame = made
    found = verdict(run, frame.sample(fraction=1, shuffle=True, seed=3), tmp_path)
    assert (found.holds, found.complete) == (True, True)


def first(column, value):
    """The first record shows something else."""
    changed = pl.when(pl.int_range(pl.len()) == 0).then(pl.lit(value)).otherwise(pl.col(column))
    return lambda frame: frame.with_columns(changed.alias(column))


def swapped(column):
    """The first record and one of another class exchange their values."""

    def lie(frame):
        values = frame[column].to_list()
        ages = frame["age"].to_list()
        others = (
            at
            for at, age in enumerate(ages)
            if (age, values[at] or "") > (ages[0], values[0] or "")
        )
        at = next(at for at in others if ages[at] != ages[0] and values[at] != values[0])
        values[0], values[at] = values[at], values[0]
        return frame.with_columns(pl.Series(column, values))

    return lie


LIES = {
    "a cell that is nobody's": (first("sex", "other"), "cells"),
    "a value that is nobody's": (first("disease", "gout"), "records"),
    "a record twice": (lambda frame: pl.concat([frame, frame.head(1)]), "records"),
    "a record of a class left out": (lambda frame: frame.slice(1), "suppression"),
    "everything left out": (lambda frame: frame.head(0), "suppression"),
    "one more column": (lambda frame: frame.with_columns(more=pl.lit("1")), "columns"),
    "an identifier": (lambda frame: frame.with_columns(name=pl.lit("P00001")), "identifiers"),
    "sensitive values of two classes swapped": (swapped("disease"), "records"),
    "costs of two records swapped": (swapped("cost"), "whole records"),
}


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_refused(made, tmp_path, lie):
    run, frame = made
    change, check = LIES[lie]
    found = verdict(run, change(frame), tmp_path)
    assert not found.holds
    assert check in {finding.check for finding in found.failures}


def test_a_release_in_the_order_of_its_input_is_refused(made, tmp_path):
    run, _ = made
    asked = verbs.as_study(run / "study.yaml").model_copy(
        update={"engine": verbs.as_study(study(run)).engine}
    )
    in_order = asked.output.model_copy(update={"shuffle": False})
    memory = asked.model_copy(update={"output": in_order})
    verbs.run(memory, tmp_path / "ordered")
    frame = pl.read_csv(tmp_path / "ordered" / "draft.csv", infer_schema=False)
    found = verdict(run, frame, tmp_path)
    assert [finding.check for finding in found.failures] == ["order"]


def test_a_broken_promise_is_refused_with_its_measure(made, tmp_path):
    run, frame = made
    shuffled = frame.sample(fraction=1, shuffle=True, seed=1)
    shuffled.write_csv(tmp_path / "draft.csv")
    asked = verbs.as_study(run / "study.yaml")
    keys = effective_keys(asked, verbs.source_of(asked), run)
    keys["privacy"] = [{"model": "k-anonymity", "k": 2000}]
    with duckdb_counter(256, None) as counter:
        found = verify_large(keys, run, tmp_path / "draft.csv", counter)
    [failure] = found.failures
    assert failure.model == "k-anonymity"
    assert 3 <= failure.measured < 2000
