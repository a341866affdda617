import gzip

import polars as pl
import pytest

from shoal.data.dialect import sniff
from shoal.data.files.csv_reader import read_csv
from shoal.data.text_file import detect_encoding
from shoal.errors import DataError


@pytest.fixture
def read(tmp_path):
    def reading(content, **given):
        path = tmp_path / "patients.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        given = given if "encoding" in given else {**given, "encoding": detect_encoding(path)}
        return read_csv(path, sniff(path.read_bytes(), **given)).to_dict(as_series=False)

    return reading


@pytest.fixture
def refused(read):
    def problems(content, **given):
        with pytest.raises(DataError) as caught:
            read(content, **given)
        return str(caught.value)

    return problems


def test_every_cell_is_a_text_and_an_empty_one_is_missing(read):
    assert read('age,sex\n034,m\n,"f"\n"",NULL\n') == {
        "age": ["034", None, None],
        "sex": ["m", "f", "NULL"],
    }


def test_cells_are_not_trimmed(read):
    assert read("a,b\n x , y \n") == {"a": [" x "], "b": [" y "]}


def test_quoted_cells_may_hold_separators_quotes_and_line_ends(read):
    assert read('a,b\n"x, ""y""\nz",1\n') == {"a": ['x, "y"\nz'], "b": ["1"]}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_of_all_systems_are_read_and_the_last_may_be_absent(read, end):
    expected = {"a": ["1", "3"], "b": ["2", None]}
    assert read(f'a,b{end}1,"2"{end}3,{end}') == expected
    assert read(f"a,b{end}1,2{end}3,") == expected


def test_blank_lines_at_the_end_are_no_records(read):
    assert read("a,b\n1,2\n\n\n") == {"a": ["1"], "b": ["2"]}


def test_blank_lines_are_missing_values_in_a_table_of_one_column(read):
    assert read("a\n1\n\n2\n") == {"a": ["1", None, "2"]}


def test_a_record_of_missing_values_is_a_record(read):
    assert read("a,b\n1,2\n,\n3,4\n") == {"a": ["1", None, "3"], "b": ["2", None, "4"]}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_all_encodings_give_the_same_table(read, encoding):
    assert read("nôm;b\nMüller;1\n".encode(encoding)) == {"nôm": ["Müller"], "b": ["1"]}


def test_without_quotes_a_quote_is_a_character(read):
    assert read('a,b\n5" pipe,1\n"x,2\n', quote="") == {"a": ['5" pipe', '"x'], "b": ["1", "2"]}


def test_a_cell_of_100000_characters_is_read(read):
    assert read(f"a,b\n{'x' * 100_000},1\n")["a"] == ["x" * 100_000]


def test_compressed_files_are_read(read):
    assert read(gzip.compress(b"a,b\n1,2\n"), encoding="utf-8", separator=",") == {
        "a": ["1"],
        "b": ["2"],
    }


@pytest.mark.parametrize("content", ["", "\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(refused, content):
    assert "patients.csv is empty" in refused(content)


@pytest.mark.parametrize("content", ["a,b", "a,b\n", "a,b\r\n\r\n"])
def test_a_header_alone_is_refused(refused, content):
    assert "has a header but no records" in refused(content)


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("a,b,c\n1,2,3\n1,2\n1,2,3\n4\n", "2 of 4 records do not have 3 cells like the header"),
        ("a,b,c\n1,2,3\n1,2\n", "the first ends on line 3"),
        ("a,b,c\n1,2,3,4\n", "1 of 1 records do not have 3 cells"),
        ("a,b,c\n1,2\n1,2,3,4\n", "2 of 2 records"),
        ("a,b\n1,2\n\n3,4\n", "1 of 3 records do not have 2 cells like the header"),
        ('a,b\n"1,2",3\n"4,5"\n', "1 of 2 records"),
        ('a,b\n"x\ny",1\n2\n', "the first ends on line 4"),
        ('"a,b",c\n1,2\n1\n', "1 of 2 records"),
        ("a\n1\n2,3\n", "1 of 2 records do not have 1 cell"),
    ],
)
def test_uneven_records_are_refused_with_their_count_and_first_line(refused, content, finding):
    assert finding in refused(content)


@pytest.mark.slow
def test_many_even_records_hide_no_uneven_one(refused):
    content = "a,b\n" + "1,2\n" * 300_000 + "3\n" + "1,2\n" * 10
    assert "the first ends on line 300002" in refused(content)


@pytest.mark.parametrize(
    "content", ['a,b\n"1,2\n3,4\n', 'a,b\n"1"x,2\n', 'a,b\n5" pipe,1\n6" pipe,2\n7" x,3\n']
)
def test_quotes_that_do_not_match_are_refused(refused, content):
    assert "quotes are not closed" in refused(content) or "records do not have" in refused(content)


def test_a_wrong_encoding_is_refused_with_its_line(refused):
    content = b"a,b\n1,2\nM\xfcller,3\n"
    assert "is not utf-8 on line 3" in refused(content, encoding="utf-8")
    assert "is not utf-8 on line 1" in refused(b"a,\xfc\n1,2\n", encoding="utf-8")
    late = b"a,b\n" + b"1,2\n" * 300_000 + b"\xfc,3\n"
    assert "is not utf-8 on line 300002" in refused(late, encoding="utf-8")
    assert "not in the encoding" in refused(b"a,b\n1,2\n3", encoding="utf-16")


def test_zero_bytes_are_refused(refused):
    assert "zero bytes" in refused(b"a,b\n1,2\n3,\x004\n", encoding="utf-8")


def test_repeated_and_empty_column_names_are_told_together(refused):
    found = refused("a,,a,,b\n1,2,3,4,5\n")
    assert "2 columns are called 'a'" in found
    assert "columns without a name: number 2, 4 of 5" in found


def test_lines_that_end_with_cr_only_are_refused(refused):
    assert "CR only" in refused("a,b\r1,2\r3,4\r")


def test_a_cell_beyond_a_mebibyte_is_refused(refused):
    found = refused(f"a,b\n{'x' * (1 << 20)}y,1\n")
    assert "column 'a' has a cell of 1048577 bytes" in found


@pytest.mark.parametrize(
    "content",
    [
        "a,b\nCANARY\n",
        "a,b\nCANARY,1,2\n",
        'a,b\n"CANARY"x,2\n',
        'a,b\n"CANARY,2\n',
        b"a,b\nCANARY,\xff\n",
        b"a,b\nCANARY,\x00\n",
    ],
)
def test_no_refusal_quotes_a_cell(read, content):
    with pytest.raises(DataError) as caught:
        read(content, encoding="utf-8")
    assert "CANARY" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_names_with_wildcards_are_read_as_they_are(tmp_path):
    (tmp_path / "a[1]*.csv").write_text("a,b\n1,2\n")
    (tmp_path / "a1x.csv").write_text("a,b\n3,4\n")
    assert read_csv(tmp_path / "a[1]*.csv", sniff(b"a,b\n")).rows() == [("1", "2")]


def test_the_frame_is_all_texts(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    assert read_csv(tmp_path / "a.csv", sniff(b"a,b\n")).dtypes == [pl.String, pl.String]


@pytest.mark.parametrize("cells", ["1,2\n3,4\n", '"x ""y""",2\n3,4\n'])
def test_names_of_columns_may_hold_doubled_quotes(read, cells):
    found = read(f'"a ""b"" c",age\n{cells}')
    assert list(found) == ['a "b" c', "age"]
    assert found["age"] == ["2", "4"]
