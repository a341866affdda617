"""Small files that unpack into huge ones are refused, whatever their own headers say."""

import gzip
import io
import struct
import zipfile

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.server.stored import Limits, TooLarge

LITTLE = Limits(unpacked_bytes=1_000_000)


def workbook(content, name="xl/worksheets/sheet1.xml"):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr(name, content)
    return buffer.getvalue()


def lying(packed):
    """The archive, every uncompressed size in its headers replaced by 10 bytes."""
    found = bytearray(packed)
    for magic, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        start = found.find(magic)
        while start >= 0:
            found[start + at : start + at + 4] = struct.pack("<I", 10)
            start = found.find(magic, start + 4)
    return bytes(found)


def test_a_gzip_bomb_is_refused(keep):
    bomb = gzip.compress(b"a,b\n" + b"1,2\n" * 1_000_000)
    assert len(bomb) < 100_000
    with pytest.raises(TooLarge, match="unpacks into more than the 1,000,000 bytes"):
        keep(bomb, limits=LITTLE)


def test_a_small_gzip_file_is_read(keep):
    assert keep(gzip.compress(b"a,b\n1,2\n"), limits=LITTLE).records == 1


def test_a_truncated_gzip_file_is_refused(keep):
    with pytest.raises(DataError, match="incomplete or damaged"):
        keep(gzip.compress(b"a,b\n" + b"1,2\n" * 1000)[:-20])


def test_a_workbook_that_is_a_bomb_is_refused(keep):
    with pytest.raises(TooLarge, match="unpacks"):
        keep(workbook(b"0" * 5_000_000), limits=LITTLE)


def test_a_workbook_whose_headers_lie_is_refused(keep):
    with pytest.raises(DataError):  # it is damaged, or too large: in no case is it read
        keep(lying(workbook(b"0" * 5_000_000)), limits=LITTLE)


def test_a_zip_archive_is_no_table(keep):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("../../evil.csv", "a,b\n1,2\n")
    with pytest.raises(DataError, match="zip archive"):
        keep(buffer.getvalue())


def test_a_columnar_file_that_repeats_one_value_is_counted(keep):
    buffer = io.BytesIO()
    pl.DataFrame({"a": pl.Series([0]).new_from_index(0, 3_000_000)}).write_parquet(buffer)
    assert len(buffer.getvalue()) < 1_000_000
    with pytest.raises(TooLarge, match="cells"):
        keep(buffer.getvalue(), limits=Limits(cells=1_000_000))
