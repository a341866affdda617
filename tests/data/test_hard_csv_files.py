"""CSV files as people really have them: each is read without options, by Shoal and the verifier."""

import polars as pl
import pytest

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.verify.tables.files import read_file as read_by_verifier

AB = [("1", "2"), ("3", "4")]
HARD = {
    "a separator line of a spreadsheet": ("sep=;\na;b\n1;2\n3;4\n", "ab", AB),
    "that line with CRLF and a mark": ("\ufeffsep=|\r\na|b\r\n1|2\r\n3|4\r\n", "ab", AB),
    "that line in quotes": ('"sep=,"\na,b\n1,2\n3,4\n', "ab", AB),
    "leading blank lines": ("\n\r\n  \na,b\n1,2\n3,4\n", "ab", AB),
    "trailing separators": ("a;b;\n1;2;\n3;4;\n", "ab", AB),
    "mixed line ends": ("a,b\r\n1,2\n3,4\r\n", "ab", AB),
    "no line end at the end": ("a,b\n1,2\n3,4", "ab", AB),
    "blank lines at the end": ("a,b\n1,2\n3,4\n\n\r\n", "ab", AB),
    "a byte order mark": ("\ufeffa,b\n1,2\n3,4\n", "ab", AB),
    "tabs": ("a\tb\n1\t2\n3\t4\n", "ab", AB),
    "bars": ("a|b\n1|2\n3|4\n", "ab", AB),
    "semicolons and decimal commas": ("a;b\n1,5;2\n3,5;4\n", "ab", [("1,5", "2"), ("3,5", "4")]),
    "quoted separators": ('a,b\n"1,1",2\n"3;;;",4\n', "ab", [("1,1", "2"), ("3;;;", "4")]),
    "a quoted header": ('"a,x","b"\n1,2\n3,4\n', ["a,x", "b"], AB),
    "quoted line ends": ('a,b\n"1\n1",2\n"3\r\n\n3",4\n', "ab", [("1\n1", "2"), ("3\r\n\n3", "4")]),
    "doubled quotes": ('a,b\n"1""1",2\n3,4\n', "ab", [('1"1', "2"), ("3", "4")]),
    "single quotes": ("'a','b'\n'1,1','2'\n'3','4'\n", "ab", [("1,1", "2"), ("3", "4")]),
    "one column": ("a\n1\n3\n", "a", [("1",), ("3",)]),
    "one column of texts with commas": ("a\nx, y\nz\n", "a", [("x, y",), ("z",)]),
    "one column with commas and semicolons": ("a\nx, y; z\nw\n", "a", [("x, y; z",), ("w",)]),
    "umlauts in Windows-1252": ("größe;b\n1;2\n3;4\n".encode("cp1252"), ["größe", "b"], AB),
    "UTF-16 with a separator line": ("sep=;\na;b\n1;2\n3;4\n".encode("utf-16"), "ab", AB),
}  # fmt: skip


@pytest.mark.parametrize("case", HARD)
def test_a_hard_file_is_read_without_options(tmp_path, case):
    content, names, rows = HARD[case]
    path = tmp_path / "hard.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    frame = read(Source.of(path)).frame
    assert frame.columns == list(names)
    assert frame.rows() == rows


@pytest.mark.parametrize("case", HARD)
def test_the_verifier_reads_the_same_with_the_dialect_made_explicit(tmp_path, case):
    content, names, rows = HARD[case]
    path = tmp_path / "hard.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = read_by_verifier(path, resolve_source(Source.of(path)).settings(), tuple(names))
    assert found.select(pl.all().cast(pl.String)).rows() == rows


COMMENTED = '# made by hand\n\na,b\n1,"x\n# not a comment"\n# a comment, with commas,,,\n3,4\n'


def test_comment_lines_are_no_records_and_a_quoted_line_is_no_comment(tmp_path):
    path = tmp_path / "commented.csv"
    path.write_text(COMMENTED)
    frame = read(Source.of({"path": str(path), "comment": "#"})).frame
    assert frame.rows() == [("1", "x\n# not a comment"), ("3", "4")]


def test_lines_before_the_header_can_be_skipped(tmp_path):
    path = tmp_path / "titled.csv"
    path.write_text("Stays of 2020, by ward\nprinted today\na;b\n1;2\n3;4\n")
    source = resolve_source(Source.of({"path": str(path), "skip": 2}))
    assert read(source).frame.rows() == AB
    assert source.separator == ";"
    assert source.settings()["skip"] == 2


def test_line_numbers_of_faults_count_skipped_lines(tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("sep=,\na,b\n1,2\n3\n4,5\n")
    with pytest.raises(DataError, match="ends on line 4"):
        read(Source.of(path))


def test_a_nameless_last_column_with_values_is_refused(tmp_path):
    path = tmp_path / "nameless.csv"
    path.write_text("a,b,\n1,2,3\n")
    with pytest.raises(DataError, match="columns without a name: number 3 of 3"):
        read(Source.of(path))


@pytest.mark.parametrize("header", ["a,a,b", "a,,b", ",a,b", ", ,"])
def test_repeated_and_blank_names_are_refused(tmp_path, header):
    path = tmp_path / "names.csv"
    path.write_text(f"{header}\n1,2,3\n4,5,6\n")
    with pytest.raises(DataError):
        read(Source.of(path))


def test_what_is_given_is_not_questioned(tmp_path):
    path = tmp_path / "given.csv"
    path.write_text("sep=;\na;b,c\n1;2,3\n")
    keys = {"path": str(path), "separator": ",", "skip": 1, "decimal": ","}
    assert read(Source.of(keys)).names == ("a;b", "c")
