"""Archives that somebody made to do harm, or that are broken, end in a sentence."""

from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from shoal.data.arx import archive as archives
from shoal.data.arx.archive import open_archive, parse_elements
from shoal.errors import DataError

LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'


@pytest.fixture
def archive(tmp_path):
    def make(**entries):
        path = tmp_path / "project.deid"
        with ZipFile(path, "w", ZIP_DEFLATED) as file:
            file.writestr("metadata.xml", "<metadata/>")
            for name, content in entries.items():
                file.writestr(name, content)
        return path

    return make


def test_entities_are_refused():
    with pytest.raises(DataError, match="entities"):
        parse_elements(LAUGHS)
    with pytest.raises(DataError, match="entities"):
        parse_elements(LAUGHS.decode().encode("utf-16"))


def test_an_external_file_is_never_read():
    with pytest.raises(DataError, match="entities"):
        parse_elements(b'<!DOCTYPE x [<!ENTITY a SYSTEM "other.txt">]><x>&a;</x>')


@pytest.mark.parametrize("content", [b"", b"<a>", b"<a></b>", b"\xff\xfe\x00", b"a < b"])
def test_broken_settings_are_told(content):
    with pytest.raises(DataError, match="damaged"):
        parse_elements(content)


def test_a_bomb_is_not_unpacked(archive):
    path = archive(bomb=b"0" * (40 << 20))
    with open_archive(path) as opened, pytest.raises(DataError, match="far more than a table"):
        opened.read("bomb")


def test_a_part_has_a_limit(archive, tmp_path):
    with open_archive(archive(part=b"12345")) as opened:
        assert opened.read("part", most=5) == b"12345"
        with pytest.raises(DataError, match="more than the 4 bytes"):
            opened.read("part", most=4)


def test_too_many_parts_are_refused(archive, monkeypatch):
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    with pytest.raises(DataError, match="more than 2 parts"), open_archive(archive(a="", b="")):
        pass


def test_a_damaged_part_is_told(archive):
    path = archive(part=bytes(range(256)) * 40)
    content = bytearray(path.read_bytes())
    at = content.find(b"part") + 20
    content[at : at + 20] = b"x" * 20
    path.write_bytes(bytes(content))
    with open_archive(path) as opened, pytest.raises(DataError, match="damaged"):
        opened.read("part")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"a;b\n1;2\n"])
def test_another_file_is_no_project(tmp_path, content):
    (tmp_path / "x.deid").write_bytes(content)
    with pytest.raises(DataError, match="not an ARX project"), open_archive(tmp_path / "x.deid"):
        pass


def test_a_zip_without_metadata_is_no_project(tmp_path):
    with ZipFile(tmp_path / "x.deid", "w") as file:
        file.writestr("a.txt", "a")
    with pytest.raises(DataError, match="not an ARX project"), open_archive(tmp_path / "x.deid"):
        pass
