"""A run about a graph in a browser: two pictures side by side, and two more files to download."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from web.looks import faults
from web.places import settle
from web.seeded import Script

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]
NODES = 400  # more than one picture shows
CHANCE = np.random.default_rng(5)
PEOPLE = "who,age\n" + "".join(f"person{at},{20 + at // 8}\n" for at in range(NODES))


def edges():
    """Groups of 40 that meet mostly among themselves."""
    pairs = CHANCE.integers(0, NODES, (40 * NODES, 2))
    near = (pairs[:, 0] // 40 == pairs[:, 1] // 40) | (CHANCE.random(len(pairs)) < 0.01)
    lines = [f"person{a},person{b}\n" for a, b in pairs[near & (pairs[:, 0] != pairs[:, 1])]]
    return "one,other\n" + "".join(lines)


def study_of(script):
    columns = {"who": {"role": "identifier"}, "age": {"role": "quasi-identifier"}}
    columns["age"]["type"] = "integer"
    listed = {"table": script.table("edges.csv", edges().encode())}
    keys = {
        "data": {"table": script.table("people.csv", PEOPLE.encode())},
        "columns": columns,
        "method": {"name": "sangreea", "k": 8, "edges": listed, "node": "who"},
    }
    return script.study(keys, "Who met whom")


def test_a_graph_is_shown_before_and_after_and_its_files_are_downloaded(page, server):
    script = Script(server)
    study = study_of(script)
    run = script.done("run", study=study)["run"]
    page.goto(f"/studies/{study}/release")
    page.get_by_role("button", name="Draw before and after").click()
    before, after = page.locator(".network.before"), page.locator(".network.after")
    expect(before.get_by_text("300 nodes of 400: the one with most edges")).to_be_visible()
    expect(after.get_by_text("All 50 super-nodes.")).to_be_visible()
    assert before.locator("circle.node").count() == 300
    assert after.locator("circle.cluster").count() == 50
    assert not re.search(r"person\d", before.inner_html() + after.inner_html())
    settle(page)
    assert faults(page) == []
    script.done("give", run=run)
    script.close()
    page.goto(f"/studies/{study}/give")
    for part in ("nodes", "edges"):
        with page.expect_download() as saved:
            page.get_by_role("link", name=f"Download the {part}").click()
        assert saved.value.suggested_filename == f"release_{part}.csv"
        assert saved.value.path().read_text().startswith("cluster,")
