"""Uploads in older encodings: told what was assumed, asked where it is not certain."""

import gzip

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.server import stored
from shoal.server.stored.table_rows import HIERARCHY, path_of

POLISH = "imię;miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Wrocław\nŚwiętosław;Gdańsk\n"
UNSURE = "miasto;n\nGdańsk;1\nPoznań;2\n"


def kept(workspace, content, name="x.csv", **given):
    return stored.keep_table(workspace, "ann", name, [content], **given)


def test_what_was_found_out_is_told(workspace):
    made = kept(workspace, POLISH.encode("cp1250"))
    assert made.columns == ("imię", "miasto")
    told = stored.table_read_as(workspace, "ann", made.id)
    assert told.encoding == "cp1250"
    assert told.assumed.startswith("x.csv was read as cp1250")


def test_nothing_is_assumed_about_utf8(workspace):
    told = stored.table_read_as(workspace, "ann", kept(workspace, POLISH.encode()).id)
    assert (told.encoding, told.assumed) == ("utf-8", None)


def test_nothing_is_told_of_a_file_that_is_no_text(workspace, tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "a.parquet")
    made = kept(workspace, (tmp_path / "a.parquet").read_bytes())
    told = stored.table_read_as(workspace, "ann", made.id)
    assert (told.encoding, told.assumed) == (None, None)


def test_what_is_not_certain_is_asked(workspace):
    with pytest.raises(DataError, match=r"cp1252 .*cp1250"):
        kept(workspace, UNSURE.encode("cp1250"))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_answer_is_kept_as_utf8_so_that_nobody_is_asked_again(workspace, pack):
    made = kept(workspace, pack(UNSURE.encode("cp1250")), encoding="cp1250")
    content = path_of(workspace, made).read_bytes()
    assert (content, made.bytes) == (UNSURE.encode(), len(UNSURE.encode()))
    assert stored.table_read_as(workspace, "ann", made.id).assumed is None


def test_an_answer_that_cannot_be_true_is_refused(workspace):
    with pytest.raises(DataError, match="not in the encoding"):
        kept(workspace, UNSURE.encode("cp1250"), encoding="utf-8")
    with pytest.raises(StudyError, match="not an encoding"):
        kept(workspace, UNSURE.encode("cp1250"), encoding="klingon")
    assert stored.tables(workspace, "ann") == []


def test_hierarchies_are_read_in_the_same_way(workspace):
    text = POLISH.replace("imię;miasto\n", "")
    made = kept(workspace, text.encode("cp1250"), kind=HIERARCHY)
    assert stored.table_read_as(workspace, "ann", made.id).encoding == "cp1250"
    with pytest.raises(DataError, match="not certain"):
        kept(workspace, UNSURE.encode("cp1250"), kind=HIERARCHY)
