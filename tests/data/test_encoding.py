import pytest

from shoal.data.encoding import COMMON, encoding_note, encoding_of

TEXT = "name;town\nMüller;Zürich\n"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", None),
        ("cp1250", None),
    ],
)
def test_the_encoding_is_found_out(written, found):
    assert encoding_of(TEXT.encode(written)) == found


def test_plain_text_is_taken_for_utf8():
    assert encoding_of(b"name;town\n") == "utf-8"


def test_no_text_is_taken_for_utf8():
    assert encoding_of(b"") == "utf-8"


def test_a_character_cut_at_the_end_of_the_sample_does_not_matter():
    assert encoding_of("Müller".encode()[:2]) == "utf-8"


def test_a_few_zero_bytes_do_not_make_utf16():
    assert encoding_of(b"a,b\n1,\x00\n" + b"2,3\n" * 20) == "utf-8"


def test_what_is_certain_needs_no_note():
    assert [encoding_note("a.csv", one) for one in ("utf-8", "UTF-8", "utf-16", "ascii")] == [
        None
    ] * 4


def test_a_note_names_the_file_the_encoding_and_what_to_do():
    note = encoding_note("a.csv", "cp1250")
    assert note.startswith("a.csv was read as cp1250")
    assert "`encoding`" in note


def test_every_common_encoding_is_one():
    assert ["".encode(one) for one in COMMON]
