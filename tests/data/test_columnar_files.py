from datetime import date

import polars as pl
import pytest

from shoal.data.files.columnar_files import read_columnar, write_columnar
from shoal.errors import DataError

FRAME = pl.DataFrame({"age": [34, None], "sex": ["m", ""], "day": [date(2020, 1, 2), None]})


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_types_and_missing_values_survive(tmp_path, format):
    write_columnar(FRAME, tmp_path / "a", format)
    assert read_columnar(tmp_path / "a", format).equals(FRAME)


def test_arrow_streams_are_read_too(tmp_path):
    FRAME.write_ipc_stream(tmp_path / "a")
    assert read_columnar(tmp_path / "a", "arrow").equals(FRAME)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
@pytest.mark.parametrize("content", [b"CANARY,1\n", b"ARROW1", b"PAR1"])
def test_other_files_are_refused(tmp_path, format, content):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(DataError, match=f"not a complete {format} file") as caught:
        read_columnar(tmp_path / "a", format)
    assert "CANARY" not in str(caught.value)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_truncated_files_are_refused(tmp_path, format):
    write_columnar(FRAME, tmp_path / "a", format)
    whole = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="not a complete"):
        read_columnar(tmp_path / "a", format)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_empty_files_and_tables_are_refused(tmp_path, format):
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(DataError, match="is empty"):
        read_columnar(tmp_path / "empty", format)
    write_columnar(FRAME.clear(), tmp_path / "none", format)
    with pytest.raises(DataError, match="no records"):
        read_columnar(tmp_path / "none", format)


def test_an_unknown_format_is_not_written(tmp_path):
    with pytest.raises(DataError, match="There is no format 'sas'"):
        write_columnar(FRAME, tmp_path / "a", "sas")
