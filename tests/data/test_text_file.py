import gzip

import pytest
import zstandard

from shoal.data.text_file import open_text, read_content, read_head
from shoal.errors import DataError

TEXT = ("Müller,1\r\n" * 1000).encode()
ZSTANDARD = zstandard.ZstdCompressor(write_checksum=True)
# The names do not hold the bytes: gzip writes the time into them, and every process collects.
PACKED = [
    pytest.param(TEXT, id="plain"),
    pytest.param(gzip.compress(TEXT), id="gzip"),
    pytest.param(ZSTANDARD.compress(TEXT), id="zstandard"),
]


@pytest.mark.parametrize("packed", PACKED)
def test_plain_and_compressed_files_have_the_same_content(tmp_path, packed):
    (tmp_path / "a").write_bytes(packed)
    assert read_content(tmp_path / "a") == TEXT
    assert read_head(tmp_path / "a", 10) == TEXT[:10]
    with open_text(tmp_path / "a") as text:
        assert text.read() == TEXT.decode()


def test_files_compressed_in_several_parts_are_read_to_the_end(tmp_path):
    (tmp_path / "a").write_bytes(gzip.compress(b"one") + gzip.compress(b"two"))
    (tmp_path / "b").write_bytes(ZSTANDARD.compress(b"one") + ZSTANDARD.compress(b"two"))
    assert read_content(tmp_path / "a") == read_content(tmp_path / "b") == b"onetwo"


@pytest.mark.parametrize("packed", PACKED[1:])
@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_a_truncated_file_is_refused(tmp_path, packed, kept):
    (tmp_path / "a").write_bytes(packed[: int(len(packed) * kept)])
    with pytest.raises(DataError, match="incomplete or damaged"):
        read_content(tmp_path / "a")


@pytest.mark.parametrize("packed", PACKED[1:])
def test_a_damaged_file_is_refused(tmp_path, packed):
    middle = len(packed) // 2
    (tmp_path / "a").write_bytes(packed[:middle] + b"\xff\x00\xff" + packed[middle + 3 :])
    with pytest.raises(DataError, match="incomplete or damaged"):
        read_content(tmp_path / "a")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"There is no file .*nowhere\.csv"):
        read_content(tmp_path / "nowhere.csv")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_content(tmp_path)


def test_a_wrong_encoding_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(b"M\xfcller")
    with (
        pytest.raises(DataError, match="not in the encoding"),
        open_text(tmp_path / "a", "utf-8") as text,
    ):
        text.read()
