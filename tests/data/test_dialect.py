import pytest

from shoal.data.dialect import Dialect, sniff


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_out(separator):
    lines = [["age", "sex", "note"], ["34", "m", "a"], ["45", "f", "b, c; d"]]
    sample = "\n".join(separator.join(line) for line in lines[:2]) + "\n"
    assert sniff(sample.encode()).separator == separator


def test_separators_inside_quotes_do_not_count():
    sample = b'a;b\n"x, y, z";1\n"p, q, r";2\n'
    assert sniff(sample).separator == ";"


def test_quotes_may_enclose_line_ends_and_doubled_quotes():
    sample = b'a;b\n"x\n, ""y"" ,";1\n'
    assert sniff(sample) == Dialect(";", '"', "utf-8", ".")


def test_the_even_separator_wins_over_the_frequent_one():
    sample = b"name;note\nx;a, b, c\ny;a, b\nz;a\n"
    assert sniff(sample).separator == ";"


def test_one_column_needs_no_separator():
    assert sniff(b"age\n34\n45\n").separator == ","


@pytest.mark.parametrize(
    ("sample", "quote"),
    [
        (b"a,b\n'x, y',1\n", "'"),
        (b"a,b\nit's,1\n", '"'),
        (b"a,b\n\"x\",'y'\n", '"'),
        (b"a,b\n1,2\n", '"'),
    ],
)
def test_the_quote_is_double_unless_only_single_ones_enclose_cells(sample, quote):
    assert sniff(sample).quote == quote


@pytest.mark.parametrize(
    ("sample", "decimal"),
    [
        (b"a;b\n36,6;1\n37,2;2\n", ","),
        (b"a;b\n36.6;1\n37.2;2\n", "."),
        (b'a\tb\n-1,5\t"0,5"\n', ","),
        (b'a,b\n"36,6",1\n', "."),
        (b"a;b\n1;2\n", "."),
        (b"a;b\nsee p. 1,2 and 3,4;2.5\n", "."),
    ],
)
def test_the_decimal_mark_is_found_out(sample, decimal):
    assert sniff(sample).decimal == decimal


def test_what_is_given_is_not_questioned():
    given = {"separator": "|", "quote": "'", "encoding": "latin-1", "decimal": ","}
    assert sniff(b"a,b\n1,2\n", **given) == Dialect("|", "'", "latin-1", ",")


def test_no_quote_can_be_given():
    assert sniff(b'a;b\n5" pipe;1\n', quote="").quote == ""


def test_a_sample_of_nothing_has_the_usual_dialect():
    assert sniff(b"") == Dialect(",", '"', "utf-8", ".")


def test_the_last_line_of_a_sample_may_be_cut():
    assert sniff(b"a;b;c\n1;2;3\n4;5;6\n7,8").separator == ";"


def test_tabs_between_cells_that_are_all_in_quotes_are_seen():
    assert sniff(b'"a"\t"b"\n"1"\t"2"\n"3"\t"4"\n').separator == "\t"
