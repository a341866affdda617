import gzip

import polars as pl
import pytest

from shoal.data.files.csv_writer import without_formulas, write_csv
from shoal.data.text_file import read_content


def written(tmp_path, frame, name="a.csv", **options):
    write_csv(frame, tmp_path / name, **options)
    return read_content(tmp_path / name)


def test_csv_has_commas_lf_utf8_and_empty_cells(tmp_path):
    frame = pl.DataFrame({"ä": ["x", None, "a,b"], "n": [1, 2, None]})
    assert written(tmp_path, frame) == 'ä,n\nx,1\n,2\n"a,b",\n'.encode()


@pytest.mark.parametrize("name", ["a.csv.gz", "a.csv.zst"])
def test_the_name_compresses(tmp_path, name):
    frame = pl.DataFrame({"a": ["x"], "b": ["y"]})
    assert written(tmp_path, frame, name) == b"a,b\nx,y\n"
    assert (tmp_path / name).read_bytes() != b"a,b\nx,y\n"


def test_a_compressed_file_tells_neither_its_time_nor_its_name(tmp_path):
    written(tmp_path, pl.DataFrame({"a": ["x"]}), "secret.csv.gz")
    raw = (tmp_path / "secret.csv.gz").read_bytes()
    assert raw[4:8] == b"\0\0\0\0"
    assert b"secret" not in raw
    assert gzip.decompress(raw) == b"a\nx\n"


def test_texts_that_a_spreadsheet_would_run_get_an_apostrophe_only_if_asked(tmp_path):
    texts = ["=1+1", "+cmd", "-x", "@sum", "\tx", "\rx", "-5", "+3.5", "-1e3", "a=b", None]
    frame = pl.DataFrame({"a": texts, "n": range(11)})
    neutral = without_formulas(frame)
    assert neutral["a"].to_list() == [
        *("'=1+1", "'+cmd", "'-x", "'@sum", "'\tx", "'\rx"),
        *("-5", "+3.5", "-1e3", "a=b", None),
    ]
    assert neutral["n"].to_list() == list(range(11))
    assert b"'" not in written(tmp_path, frame)
    assert b"'=1+1" in written(tmp_path, frame, neutralize_formulas=True)


def test_a_table_without_texts_has_no_formulas(tmp_path):
    assert written(tmp_path, pl.DataFrame({"n": [-1]}), neutralize_formulas=True) == b"n\n-1\n"
