"""Small tables: columns of numbers, and cells that could be anything."""

import pytest

from shoal.web import table


@pytest.mark.parametrize(
    ("cells", "numeric"),
    [
        (["1", "2,000", "3.5 %"], True),
        (["–", "0.1"], True),
        (["<0.01 %", "≥5"], True),
        (["1e-05"], True),
        ([], False),
        (["–"], False),
        (["1 to 5"], False),
        (["12", "twelve"], False),
        (["402**"], False),
    ],
)
def test_a_column_is_numeric_if_all_that_it_tells_are_numbers(cells, numeric):
    assert table._is_numeric(cells) is numeric


def test_a_cell_is_text_whatever_it_holds():
    assert table._cell('<img src="x" onerror="y">', False) == (
        "<td>&lt;img src=&quot;x&quot; onerror=&quot;y&quot;&gt;</td>"
    )
