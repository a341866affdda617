"""A file is read by what a person says about it, and becomes a table of its own."""

import polars as pl
import pytest

from shoal.errors import ShoalError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.actions import Call, check_arguments, perform
from shoal.server.reread import with_points
from shoal.server.stored.reading import read_here

TEXT = "# made by hand\nname|age|weight\nann|30|70,5\nbob|41|80\n"


@pytest.fixture
def again(tmp_path):
    workspace = Workspace(tmp_path / "workspace", "ann")
    (tmp_path / "call").mkdir()

    def read(text, **rules):
        made = stored.keep_table(workspace, "ann", "a.csv", [text.encode()], reader=read_here)
        given = check_arguments(workspace, "reread", {"table": made.id, **rules})
        done = perform(Call(workspace, "", tmp_path / "call"), "reread", given)
        return stored.page(workspace, "ann", done.result["table"])

    return read


def test_what_a_person_says_counts(again):
    found = again(TEXT, separator="|", comment="#", decimal=",")
    assert found["columns"] == ["name", "age", "weight"]
    assert found["lines"] == [["ann", "30", "70.5"], ["bob", "41", "80"]]
    assert again(TEXT, separator="|", skip=2)["columns"] == ["ann", "30", "70,5"]


def test_what_makes_no_sense_is_refused(again):
    with pytest.raises(ShoalError, match="one character"):
        again(TEXT, separator="||")
    with pytest.raises(ShoalError, match="encoding"):
        again(TEXT, encoding="klingon")


def test_only_columns_of_numbers_lose_their_commas():
    frame = pl.DataFrame({"x": ["1,5", None], "name": ["a,b", "c"], "whole": ["1", "2"]})
    assert with_points(frame).to_dict(as_series=False) == {
        "x": ["1.5", None],
        "name": ["a,b", "c"],
        "whole": ["1", "2"],
    }
