import gzip

import polars as pl
import pytest
import zstandard

from shoal.errors import DataError
from shoal.hierarchies import builder_of
from shoal.hierarchies.file import File

NO_VALUES = pl.Series([], dtype=pl.String)
WARD = "a;x;*\nb;x;*\nc;y;*\n"


def levels(path, **options):
    return [level.to_list() for level in File(path=path, **options).build(NO_VALUES).levels]


def test_each_line_is_a_value_and_its_labels(tmp_path):
    (tmp_path / "ward.csv").write_text(WARD)
    assert levels(tmp_path / "ward.csv") == [["a", "b", "c"], ["x", "x", "y"], ["*", "*", "*"]]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_compressed_files_are_read(tmp_path, pack):
    (tmp_path / "ward.csv.packed").write_bytes(pack(WARD.encode()))
    assert levels(tmp_path / "ward.csv.packed")[0] == ["a", "b", "c"]


def test_values_are_trimmed_and_labels_are_not(tmp_path):
    (tmp_path / "ward.csv").write_text(" a ; x ;*\n")
    assert levels(tmp_path / "ward.csv") == [["a"], [" x "], ["*"]]


def test_an_empty_value_is_the_missing_value(tmp_path):
    (tmp_path / "county.csv").write_text(";Unknown;*\nAlbany;Capital;*\n")
    assert levels(tmp_path / "county.csv")[:2] == [[None, "Albany"], ["Unknown", "Capital"]]


def test_quoted_labels_may_contain_the_separator(tmp_path):
    (tmp_path / "ward.csv").write_text('"a;b";"say ""x""";*\n')
    assert levels(tmp_path / "ward.csv") == [["a;b"], ['say "x"'], ["*"]]


def test_separator_and_quote_can_be_given(tmp_path):
    (tmp_path / "ward.csv").write_text("'a,b',x\nc,y\n")
    assert levels(tmp_path / "ward.csv", separator=",", quote="'") == [["a,b", "c"], ["x", "y"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_found_out_and_can_be_made_explicit(tmp_path, encoding):
    (tmp_path / "town.csv").write_text("Zürich;Süd;*\n", encoding=encoding)
    assert levels(tmp_path / "town.csv")[0] == ["Zürich"]
    assert File(path=tmp_path / "town.csv").resolve().encoding == encoding


def test_windows_line_ends_and_blank_lines_at_the_end_do_not_matter(tmp_path):
    (tmp_path / "ward.csv").write_bytes(b"a;*\r\nb;*\r\n\r\n\r\n")
    assert levels(tmp_path / "ward.csv") == [["a", "b"], ["*", "*"]]


def test_uneven_lines_are_told_together_with_all_other_problems(tmp_path):
    (tmp_path / "ward.csv").write_text("a;x;*\nb;x\nc;y;*\nc;y;*\n\nd;y;*;*\n")
    with pytest.raises(DataError) as caught:
        levels(tmp_path / "ward.csv")
    assert caught.value.problems == (
        "Hierarchy ward.csv: 3 of its lines do not have 3 labels like the others; the first is"
        " line 2. Give every value a label on each level.",
        "Hierarchy ward.csv: 1 row repeats the value of an earlier row (1 with the same labels,"
        " 0 with other labels). Keep one row per value.",
    )


def test_a_file_without_lines_is_refused(tmp_path):
    (tmp_path / "ward.csv").write_text("")
    with pytest.raises(DataError, match=r"ward\.csv: it has no values"):
        levels(tmp_path / "ward.csv")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(DataError, match="There is no file"):
        levels(tmp_path / "nowhere.csv")


def test_quotes_that_do_not_match_are_refused(tmp_path):
    (tmp_path / "ward.csv").write_text('a;*\n"b"c;*\n')
    with pytest.raises(DataError, match="quotes on or before line 2 do not match"):
        levels(tmp_path / "ward.csv")


def test_a_bare_path_in_a_study_is_a_file_beside_the_study(tmp_path):
    (tmp_path / "ward.csv").write_text(WARD)
    assert builder_of("ward.csv", tmp_path).build(NO_VALUES).height == 2
    assert (
        builder_of({"builder": "file", "path": "ward.csv"}, tmp_path).build(NO_VALUES).domain == 3
    )
    assert builder_of(str(tmp_path / "ward.csv")).build(NO_VALUES).source == "ward.csv"


def test_thousands_of_blank_lines_at_the_end_are_no_lines(tmp_path):
    (tmp_path / "h.csv").write_text("a;*\nb;*\n" + "\n" * 5000)
    found = File(path=tmp_path / "h.csv").build(pl.Series([], dtype=pl.String))
    assert len(found.codes[0]) == 2
