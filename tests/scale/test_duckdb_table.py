"""Tables as DuckDB sees them: the same cells as the data room reads."""

import gzip

import polars as pl
import pytest

from large_toy import table
from shoal.data.files import read
from shoal.data.source import Source
from shoal.errors import DataError, NotYetAvailable
from shoal.scale.duckdb_table import Means, duckdb_table

FILES = {
    "plain": "a,b\n1,x\n2,y\n",
    "quoted": 'a,b\n"1, one","x ""x"""\n"2\n3",y\n',
    "missing": 'a,b\n,x\n"",\n3,y\n',
    "semicolon": "a;b\n1,5;x\n2,5;y\n3,5;z\n",
    "mark": "\ufeffa,b\n1,ä\n2,ü\n",
    "windows": "a,b\r\n1,x\r\n2,y\r\n",
}


@pytest.mark.parametrize("name", FILES)
def test_files_are_read_as_the_data_room_reads_them(tmp_path, name):
    path = tmp_path / f"{name}.csv"
    path.write_bytes(FILES[name].encode())
    with duckdb_table(Source.of(path), Means()) as found:
        [batch] = found.batches(found.schema.columns, in_order=True)
    assert batch.equals(read(Source.of(path)).frame)


def test_a_compressed_file_too(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(FILES["plain"].encode()))
    with duckdb_table(Source.of(path), Means()) as found:
        assert found.head(5).equals(read(Source.of(path)).frame)


def test_combinations_and_values_are_counted(tmp_path):
    frame = table()
    frame.write_csv(tmp_path / "t.csv")
    with duckdb_table(Source.of(tmp_path / "t.csv"), Means(memory_mb=64, threads=1)) as found:
        counted, counts = found.count_distinct(["sex", "job"])
        values = found.frequencies("job", 2)
    expected = frame.group_by("sex", "job").len().sort("sex", "job")
    both = counted.with_columns(len=pl.Series(counts, dtype=pl.UInt32)).sort("sex", "job")
    assert both.equals(expected)
    assert (values.distinct, values.records) == (6, 3000)
    assert values.known == frame["job"].drop_nulls().len()
    assert (
        values.frequent["records"].to_list()
        == sorted(frame["job"].value_counts()["count"], reverse=True)[:2]
    )


REFUSED = {
    "latin": ({"encoding": "latin-1"}, "UTF-8"),
    "comments": ({"comment": "#"}, "comment"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_dialects_that_duckdb_does_not_read_are_refused(tmp_path, name):
    settings, told = REFUSED[name]
    (tmp_path / "t.csv").write_text(FILES["plain"], "utf-8")
    source = Source.of({"path": "t.csv", **settings}, tmp_path)
    with pytest.raises(NotYetAvailable, match=told), duckdb_table(source, Means()):
        pass


def test_a_damaged_parquet_file_is_refused(tmp_path):
    table().write_parquet(tmp_path / "t.parquet")
    whole = (tmp_path / "t.parquet").read_bytes()
    (tmp_path / "t.parquet").write_bytes(whole[: len(whole) // 2])
    with (
        pytest.raises(DataError, match="could not be read by DuckDB"),
        duckdb_table(Source.of(tmp_path / "t.parquet"), Means()),
    ):
        pass
