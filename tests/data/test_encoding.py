import pytest

from shoal.data.encoding import encoding_of

TEXT = "name;town\nMüller;Zürich\n"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
        ("latin-1", "cp1252"),
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


def test_bytes_that_windows_leaves_undefined_are_latin_1():
    assert encoding_of(b"M\xfcller\x81") == "latin-1"


def test_a_few_zero_bytes_do_not_make_utf16():
    assert encoding_of(b"a,b\n1,\x00\n" + b"2,3\n" * 20) == "utf-8"
