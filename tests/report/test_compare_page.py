"""The page and the table of a comparison."""

import io

import polars as pl
import pytest
from rich.console import Console

from shoal.report.compare_page import render_comparison
from shoal.report.compare_table import comparison_table
from shoal.report.heat_map import heat_map
from shoal.service.compare import compare

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def compared():
    before = pl.DataFrame(
        {
            "age": list(range(20, 60)) * 2,
            HOSTILE: [HOSTILE, "b", "c", "d"] * 20,
            "sex": ["f", "m"] * 40,
        }
    )
    after = before.with_columns(
        age=pl.lit("[20, 60["), sex=pl.when(pl.col("age") < 30).then(None).otherwise(pl.col("sex"))
    )
    return compare(before, after)


def shown(report, width):
    console = Console(width=width, file=io.StringIO())
    console.print(comparison_table(report, width))
    return console.file.getvalue()


def test_the_page_shows_quality_values_statistics_and_associations(compared):
    page = render_comparison(compared)
    for section in ("quality", "classes", "values", "statistics", "associations", "contingency"):
        assert f'id="{section}"' in page
    assert "80 of 80 records are left" in page
    assert "No record tells anything in age" in page
    assert "31 other values" in page


def test_names_and_values_cannot_become_markup(compared):
    assert HOSTILE not in render_comparison(compared)


def test_a_wide_terminal_has_bars_and_a_narrow_one_numbers(compared):
    assert "█" in shown(compared, 140)
    narrow = shown(compared, 80)
    assert "█" not in narrow
    assert max(map(len, narrow.splitlines())) <= 80
    assert "neither numbers nor dates" in " ".join(narrow.split())


def test_a_heat_map_says_its_numbers_and_has_one_strongest_cell():
    drawn = str(heat_map("t", ["a", "b"], ["x", "y"], [[0.5, 0.25], [0.25, 0.0]], 0.5))
    assert "a and x: 50%" in drawn
    assert drawn.count('fill-opacity="1.000"') == 1
    assert drawn.count('fill-opacity="0.000"') == 1
