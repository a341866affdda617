"""A table of a million records in the browser: it scrolls and filters, and memory stays small."""

import numpy as np
import polars as pl
import pytest

from web.browser import person
from web.memory import memory_of

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
RECORDS = 1_000_000
MOST = 500  # megabytes


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A million people; each record tells its own number."""
    draw = np.random.default_rng(13)
    table = pl.DataFrame(
        {
            "number": np.arange(1, RECORDS + 1),
            "age": draw.integers(0, 100, RECORDS),
            "sex": draw.choice(["female", "male"], RECORDS),
            "zip": draw.integers(10_000, 99_999, RECORDS),
            "ward": draw.choice([f"ward {n}" for n in range(40)], RECORDS),
            "days": draw.geometric(0.2, RECORDS),
            "result": draw.normal(5.0, 1.0, RECORDS).round(4),
        }
    )
    path = tmp_path_factory.mktemp("large") / "million.csv"
    table.write_csv(path)
    return path, table


class Grid:
    """The grid as a person sees it."""

    def __init__(self, page):
        self.page = page
        self.box = page.get_by_role("grid", name="Records of million.csv")

    def see(self, number):
        """Wait until the record of this number can be read."""
        self.box.get_by_role("gridcell", name=str(number), exact=True).first.wait_for()

    def count(self, text):
        self.page.get_by_role("status").filter(has_text=text).first.wait_for()

    def lines(self):
        return self.box.get_by_role("row").count()


def test_a_million_records_scroll_and_filter_in_little_memory(browser, server, file):
    path, table = file
    with person(browser, server) as (page, watch):
        page.goto("/tables")
        held = [memory_of(browser)]
        page.locator("input[type=file]").set_input_files(path)
        grid = Grid(page)
        grid.box.wait_for(timeout=300_000)
        grid.count("1,000,000 records, 7 columns")
        grid.see(1)
        held.append(memory_of(browser))

        grid.box.focus()
        page.keyboard.press("Control+End")
        grid.see(RECORDS)
        for to in (500_000, 123_456, 999_000, 2_000):
            page.get_by_label("Go to record").fill(str(to))
            page.get_by_role("button", name="Go", exact=True).click()
            grid.see(to)
            held.append(memory_of(browser))
        grid.box.hover()
        for _ in range(200):
            page.mouse.wheel(0, 3000)
        page.wait_for_function("document.querySelector('[role=grid]').ariaBusy === 'false'")
        held.append(memory_of(browser))
        assert grid.lines() < 100  # only what is seen is there

        wanted = table.filter((pl.col("age") >= 90) & (pl.col("sex") == "female"))["number"]
        page.get_by_label("Filter").fill("age >= 90 and sex = female")
        page.get_by_role("button", name="Find").click()
        grid.count(f"{len(wanted):,} of 1,000,000 records found")
        grid.see(wanted[0])
        grid.box.focus()
        page.keyboard.press("Control+End")
        grid.see(wanted[-1])
        held.append(memory_of(browser))
        page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(2000)
        kept = memory_of(browser)
        told = [(round(one.pages), round(one.everything)) for one in (*held, kept)]
        print("MB of processes with pages, of all processes; last without garbage:", told)  # noqa: T201
        assert watch.found == []
    # Some 200 MB are Chromium's own, whatever the page; garbage goes when it pleases.
    assert max(one.pages for one in held) < MOST
    assert kept.everything < MOST
