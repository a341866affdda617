import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import DataError
from shoal.hierarchies import Hierarchy, builder_of
from shoal.hierarchies.arx_csv import write_arx

NOTHING = pl.Series([], dtype=pl.String)
# Every character that a line can hold; what NUL bytes do to readers is tested elsewhere.
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), min_size=1, max_size=8)
values = texts.map(str.strip).filter(bool)


def rows(hierarchy):
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def read(path, **options):
    return builder_of({"builder": "file", "path": str(path), "encoding": "utf-8", **options}).build(
        NOTHING
    )


def test_the_form_is_that_of_arx(tmp_path):
    made = builder_of({"builder": "intervals", "width": 10}).build(pl.Series(["3", "12"]))
    write_arx(made, tmp_path / "age.csv")
    assert (tmp_path / "age.csv").read_text("utf-8") == "3;[0, 10[;*\n12;[10, 20[;*\n"


def test_missing_values_come_back_as_missing(tmp_path):
    made = builder_of({"builder": "intervals", "width": 10}).build(pl.Series(["3", "12"]))
    write_arx(made.with_missing(), tmp_path / "age.csv")
    assert rows(read(tmp_path / "age.csv"))[-1] == (None, None, "*")
    assert rows(read(tmp_path / "age.csv")) == rows(made.with_missing())


def test_arx_can_be_told_which_value_is_missing(tmp_path):
    made = builder_of({"builder": "suppression"}).build(pl.Series(["3"])).with_missing()
    write_arx(made, tmp_path / "age.csv", missing="NULL")
    assert (tmp_path / "age.csv").read_text("utf-8") == "3;*\nNULL;*\n"


def test_a_single_missing_value_without_levels_comes_back(tmp_path):
    write_arx(Hierarchy.of([["a", None]], "x"), tmp_path / "x.csv")
    assert rows(read(tmp_path / "x.csv")) == [("a",), (None,)]


@pytest.mark.parametrize("text", ["a;b", 'say "x"', "two\nlines", "a\rb", "'", "NULL", "*"])
def test_separators_quotes_and_line_ends_survive(tmp_path, text):
    made = Hierarchy.of([[text, "other"], [text, text]], "x")
    write_arx(made, tmp_path / "x.csv")
    assert rows(read(tmp_path / "x.csv")) == [(text, text), ("other", text)]


def test_another_dialect_survives(tmp_path):
    made = Hierarchy.of([["a,b", "it's"], ["x;y", "x;y"]], "x")
    write_arx(made, tmp_path / "x.csv", separator=",", quote="'")
    assert rows(read(tmp_path / "x.csv", separator=",", quote="'")) == rows(made)


def check_round_trip(made, path, write=write_arx):
    write(made, path)
    assert rows(read(path)) == rows(made)


@given(st.lists(st.tuples(values, texts), min_size=1, unique_by=lambda row: row[0]), st.booleans())
def test_every_hierarchy_that_is_written_comes_back(tmp_path_factory, pairs, missing):
    made = Hierarchy.of([list(level) for level in zip(*pairs, strict=True)], "x")
    made = made.with_missing() if missing else made
    check_round_trip(made, tmp_path_factory.mktemp("arx") / "x.csv")


def test_the_law_catches_a_writer_that_does_not_quote(tmp_path):
    def careless(hierarchy, path):
        path.write_text("\n".join(";".join(row) for row in rows(hierarchy)), "utf-8")

    with pytest.raises((AssertionError, DataError)):
        check_round_trip(Hierarchy.of([["a;b"], ["x"]], "x"), tmp_path / "x.csv", careless)


@pytest.mark.parametrize(
    ("levels", "problem"),
    [
        ([[" canary", "b"]], "1 value has blanks at their ends"),
        ([["a", "b"], ["", ""]], "2 cells are empty"),
        ([["", "b"]], "1 cell is empty"),
    ],
)
def test_what_would_not_come_back_is_refused(tmp_path, levels, problem):
    with pytest.raises(DataError, match=problem) as caught:
        write_arx(Hierarchy.of(levels, "x"), tmp_path / "x.csv")
    assert "canary" not in str(caught.value)
