import re
from xml.etree import ElementTree

import pytest

from shoal.report.charts import Bar, bars, proportions, scale, shoal

HOSTILE = "<script>alert(1)</script>"


def lengths(svg, name):
    return [
        float(part.get("width"))
        for part in ElementTree.fromstring(svg).iter("rect")  # noqa: S314 (our own SVG)
        if part.get("class").startswith(name)
    ]


def rows(*numbers):
    return [Bar(f"value {n}", n, str(n)) for n in numbers]


def test_bars_are_as_long_as_their_numbers():
    full, half, tiny, none = lengths(
        bars("t", rows(1000, 500, 1, 0), longest=1000, kind="after"), "bar"
    )
    assert half == pytest.approx(full / 2)
    assert tiny == pytest.approx(full / 1000, abs=0.001)  # nothing is enlarged to be visible
    assert none == 0


def test_a_bar_is_measured_against_the_scale_and_not_against_its_neighbors():
    one, two = (bars("t", rows(n), longest=10, kind="after") for n in (5, 50))
    label_is_as_wide = lengths(bars("t", rows(10), longest=10, kind="after"), "bar")[0]
    assert lengths(one, "bar")[0] == pytest.approx(label_is_as_wide / 2, rel=0.05)
    assert lengths(two, "bar")[0] == label_is_as_wide  # never beyond the chart


def test_a_number_may_be_written_without_a_bar():
    svg = bars("t", [*rows(4), Bar("7 other values", None, "60%")], longest=4, kind="before")
    assert len(lengths(svg, "bar")) == 1
    assert "60%" in svg


def test_the_parts_of_a_whole_add_up_to_it():
    kept, blurred, gone = lengths(proportions("t", rows(60, 30, 10)), "part")
    assert (kept, blurred, gone) == (600, 300, 100)


@pytest.mark.parametrize(("level", "top", "on"), [(0, 3, 0), (2, 3, 2), (3, 3, 3), (0, 0, 0)])
def test_a_scale_is_filled_up_to_the_level(level, top, on):
    svg = scale("t", level, top)
    assert (svg.count('class="on"'), svg.count('class="off"')) == (on, max(top, 1) - on)


def test_a_high_scale_keeps_its_share():
    assert scale("t", 30, 60).count('class="on"') == 6


@pytest.mark.parametrize(("size", "fish"), [(2, 2), (5, 5), (771, 24)])
def test_a_shoal_has_a_fish_per_record_and_marks_one(size, fish):
    svg = shoal("t", size)
    assert svg.count("<use") == fish
    assert svg.count('class="one"') == 1
    assert f"{size} records" in svg


@pytest.mark.parametrize(
    "svg",
    [
        bars(HOSTILE, [Bar(HOSTILE, 1, HOSTILE)], longest=1, kind="after"),
        bars("empty", [], longest=0, kind="after"),
        bars("long", [Bar("x" * 10_000, 1, "1")], longest=1, kind="after"),
        proportions(HOSTILE, [Bar(HOSTILE, 0, "0")]),
        scale(HOSTILE, 1, 2),
        shoal(HOSTILE, 5),
    ],
)
def test_every_chart_is_well_formed_harmless_and_told_in_words(svg):
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own SVG)
    assert root.get("role") == "img"
    assert root.find("title").text
    assert root.find("desc").text
    assert "<script" not in svg
    assert len(svg) < 3000


def test_the_words_of_a_chart_hold_all_its_numbers():
    svg = bars("Loss", rows(61, 38), longest=61, kind="after")
    assert re.search("<desc>value 61: 61; value 38: 38.</desc>", svg)
