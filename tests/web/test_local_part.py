"""Local recoding on the page: levels by column, and shapes of classes."""

from shoal.web.pages.release.local_part import level_lines, level_map, shape_lines

COLUMNS = {"age": [1, 3], "sex": [4, 0, 0]}
SHAPES = [
    {"levels": [1, 0], "classes": 2, "records": 1203, "smallest": 3, "largest": 1200},
    {"levels": [0, 0], "classes": 1, "records": 1, "smallest": 1, "largest": 1},
]


def test_each_field_of_the_map_is_a_share_of_the_records():
    chart = level_map(COLUMNS)
    assert chart["series"][0]["data"] == [
        [0, 0, 25.0], [1, 0, 75.0], [0, 1, 100.0], [1, 1, 0.0], [2, 1, 0.0],
    ]  # fmt: skip
    assert chart["xAxis"]["data"] == ["0", "1", "2"]


def test_a_level_that_a_column_does_not_have_is_empty_in_the_table():
    assert level_lines(COLUMNS) == [["age", "25%", "75%", ""], ["sex", "100%", "0%", "0%"]]


def test_shapes_tell_levels_and_sizes_and_nothing_else():
    assert shape_lines(SHAPES) == [
        ["1", "0", "2", "1,203", "3 to 1,200"],
        ["0", "0", "1", "1", "1"],
    ]
