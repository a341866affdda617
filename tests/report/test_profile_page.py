"""The page and the table of a profile."""

import io

import polars as pl
from rich.console import Console

from shoal.data.profile import profile
from shoal.data.table import Table
from shoal.report.profile_page import render_profile
from shoal.report.profile_table import profile_table

HOSTILE = "<script>alert(1)</script>"


def plain():
    table = pl.DataFrame(
        {
            "sex": ["f", "m"] * 20,
            "email": [f"{n}@x.org" for n in range(40)],
            HOSTILE: [HOSTILE] * 40,
            "pain": [*("1", "2", "3") * 13, "13?"],
        }
    )
    return {**profile(Table.of(table)).plain(), "data": "table.csv"}


def shown(width=160):
    console = Console(width=width, file=io.StringIO())
    console.print(profile_table(plain(), width))
    return console.file.getvalue()


def test_the_page_shows_columns_roles_and_suspicions():
    page = render_profile(plain())
    assert "1 column could give people away" in page
    assert "the name is that of an identifier" in page
    assert 'class="role quasi-identifier"' in page


def test_names_and_values_cannot_become_markup():
    assert HOSTILE not in render_profile(plain())


def test_the_page_says_when_shares_come_from_a_sample():
    report = plain()
    report["columns"][0]["sampled"] = True
    assert "matched on a sample" in render_profile(report)
    assert "matched on a sample" not in render_profile(plain())


def test_the_terminal_shows_the_same():
    text = shown()
    assert "quasi-identifier" in text
    assert "! email: the name is that of an identifier." in text
    assert "at least 10 records" in text
    assert "string (or integer in 97.5%)" in text


def test_a_narrow_terminal_shows_everything_but_values():
    text = shown(80)
    assert "Frequent" not in text
    assert "quasi-identifier" in text
