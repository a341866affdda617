import sys
from datetime import date, datetime

import polars as pl
import pytest
import xlsxwriter

from shoal.data.files import read, resolve_source, write
from shoal.data.files.excel import read_excel, sheet_of, write_excel
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.verify.tables.files import read_file as read_by_verifier

FRAME = pl.DataFrame(
    {
        "whole": [1, None, -7],
        "decimal": [0.1, 2.5, 1 / 3],
        "text": ["007", "=1+1", "http://x"],
        "truth": [True, False, None],
        "day": [date(1900, 3, 1), date(2020, 2, 29), None],
        "moment": [datetime(2020, 1, 1, 10, 11, 12, 345000), None, datetime(2020, 1, 1)],
    }
)


def test_a_workbook_comes_back_as_it_was_written(tmp_path):
    write(FRAME, tmp_path / "a.xlsx", "excel")
    assert read(Source.of(tmp_path / "a.xlsx")).frame.equals(FRAME)


def test_the_verifier_reads_the_same_workbook_alike(tmp_path):
    write(FRAME, tmp_path / "a.xlsx", "excel")
    assert read_by_verifier(tmp_path / "a.xlsx", {}, None).equals(FRAME)


def test_texts_are_never_formulas(tmp_path):
    write(FRAME, tmp_path / "a.xlsx", "excel")
    raw = read_excel(tmp_path / "a.xlsx", "release")
    assert raw["text"].to_list() == FRAME["text"].to_list()


OTHER_THAN_IN_A_WORKBOOK = {
    "dates before the first one": [date(1850, 2, 3), date(1892, 12, 31)],
    "1900-01-01": [date(1900, 1, 1)],
    "microseconds": [datetime(2020, 1, 1, 0, 0, 0, 1)],
    "long integers": [2**62],
    "seventeen digits": [0.1 + 0.2],
    "infinity": [float("inf")],
}


@pytest.mark.parametrize("case", OTHER_THAN_IN_A_WORKBOOK)
def test_what_a_workbook_would_change_is_written_as_exact_text(tmp_path, case):
    frame = pl.DataFrame({"x": OTHER_THAN_IN_A_WORKBOOK[case]})
    write_excel(frame, tmp_path / "a.xlsx")
    found = read_excel(tmp_path / "a.xlsx", "release")["x"]
    assert found.dtype == pl.String
    text = found.item(0)
    value = frame["x"].item(0)
    assert text == (value.isoformat() if isinstance(value, date) else str(value))


def test_equal_tables_give_equal_files(tmp_path):
    write_excel(FRAME, tmp_path / "a.xlsx")
    write_excel(FRAME, tmp_path / "b.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.xlsx"
    with xlsxwriter.Workbook(path) as made:
        made.add_worksheet("notes").write_row(0, 0, ["free", "text"])
        sheet = made.add_worksheet("stays")
        sheet.write_row(2, 1, ["age", "sex"])
        sheet.write_row(3, 1, [34, "m"])
        sheet.write_row(5, 1, [45, "f"])
        made.add_worksheet("empty")
    return path


def test_of_several_sheets_the_study_has_to_choose(book):
    with pytest.raises(StudyError, match=r"2 sheets with cells.*one of: notes, stays"):
        resolve_source(Source.of(book))


@pytest.mark.parametrize("sheet", ["stays", 2])
def test_blank_rows_and_columns_around_a_table_do_not_matter(book, sheet):
    source = resolve_source(Source.of({"path": str(book), "sheet": sheet}))
    assert source.sheet == "stays"
    assert read(source).frame.rows() == [(34, "m"), (45, "f")]
    found = read_by_verifier(book, source.settings(), ("sex", "age"))
    assert found.rows() == [("m", 34), ("f", 45)]


def test_an_unknown_sheet_is_refused_with_a_suggestion(book):
    with pytest.raises(StudyError, match="Did you mean 'stays'"):
        sheet_of(book, "stay")
    with pytest.raises(StudyError, match="no such sheet"):
        sheet_of(book, 4)


def test_repeated_and_missing_names_are_refused(tmp_path):
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as made:
        sheet = made.add_worksheet()
        sheet.write_row(0, 0, ["a", "a", ""])
        sheet.write_row(1, 0, [1, 2, 3])
    with pytest.raises(DataError) as caught:
        read(Source.of(tmp_path / "a.xlsx"))
    assert "1 column has no name" in str(caught.value)
    assert "several columns are called 'a'" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"PK\x03\x04 cut"])
def test_a_file_that_is_no_workbook_is_refused(tmp_path, content):
    (tmp_path / "a.xlsx").write_bytes(content)
    with pytest.raises(DataError, match=r"a\.xlsx is not a workbook"):
        read(Source.of(tmp_path / "a.xlsx"))


def test_a_missing_workbook_is_told_like_any_file(tmp_path):
    with pytest.raises(DataError, match="There is no file"):
        read(Source.of(tmp_path / "none.xlsx"))


def test_a_sheet_without_records_is_refused(tmp_path):
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as made:
        made.add_worksheet().write_row(0, 0, ["a"])
    with pytest.raises(DataError, match="no records"):
        read(Source.of(tmp_path / "a.xlsx"))


def test_what_a_sheet_cannot_hold_is_refused(tmp_path):
    with pytest.raises(DataError, match="1 record has no value at all"):
        write_excel(pl.DataFrame({"a": ["x", None]}), tmp_path / "a.xlsx")
    with pytest.raises(DataError, match=r"holds 1,048,575 records"):
        write_excel(pl.DataFrame({"a": pl.repeat(1, 1_048_576, eager=True)}), tmp_path / "a.xlsx")
    with pytest.raises(DataError, match="32,768 characters"):
        write_excel(pl.DataFrame({"a": ["x" * 32_768]}), tmp_path / "a.xlsx")


@pytest.mark.parametrize(
    ("module", "needs_it"),
    [
        ("python_calamine", lambda path: read(Source.of(path))),
        ("xlsxwriter", lambda path: write_excel(FRAME, path)),
    ],
)
def test_without_the_extra_its_name_is_told(tmp_path, monkeypatch, module, needs_it):
    write_excel(FRAME, tmp_path / "a.xlsx")
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(StudyError, match=r"pip install 'shoal\[excel\]'"):
        needs_it(tmp_path / "a.xlsx")
