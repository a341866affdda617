"""The sign-in page in a real browser, and the lies that the watch must catch."""

from pathlib import Path

import nicegui
import pytest

from web import looks
from web.browser import NARROW, Watch, person
from web.looks import Finding, barriers, empty_charts, faults, overflows

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]


def test_the_link_signs_in_once_and_leaves_no_token_in_the_address(browser, server):
    with person(browser, server, None) as (page, watch):
        page.goto(server.link)
        page.get_by_role("heading", name="Studies", exact=True).wait_for()
        assert page.url == f"{server.address}/"
        page.go_back()
        assert "token" not in page.url
        page.goto("about:blank")
        page.context.clear_cookies()
        page.goto(server.link)
        page.get_by_label("Password").wait_for()
        watch.without("answer: 401 POST .*/session")
        watch.without("console: Failed to load resource.* 401")
        assert watch.found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_in_page_fits_a_phone_and_has_no_barriers(browser, server, scheme):
    with person(browser, server, None, viewport=NARROW, color_scheme=scheme) as (page, watch):
        page.goto("/sign-in")
        page.get_by_label("Password").wait_for()
        assert faults(page) == []
        watch.without("answer: 401 GET .*/session")  # how it finds out that nobody is signed in
        watch.without("console: Failed to load resource")
        assert watch.found == []


def test_a_page_that_does_nothing_wrong_is_not_accused(page):
    page.goto("/")
    page.get_by_role("heading", name="Studies", exact=True).wait_for()
    assert faults(page) == []


# Lies: pages of our own making, one fault each.

LIES = {
    "console: wrong": "console.error('wrong')",
    "script: .*boom": "setTimeout(() => { throw new Error('boom') })",
    "answer: 404 GET .*/nothing": "fetch('/nothing')",
    "elsewhere: http://127.0.0.2:9/": "fetch('http://127.0.0.2:9/').catch(() => 0)",
    "elsewhere: ws://127.0.0.2:9/": "new WebSocket('ws://127.0.0.2:9/')",
}
HEAD = '<!doctype html><html lang="en"><title>Planted</title><h1>Planted</h1>'
SECRET = "<main>A long word that nobody minds</main>"
WIDE_BOX = '<main><div id="wide" style="width: 500px">wide</div></main>'
CHART = """
<script type="importmap">{"imports": {"nicegui-echart": "/echart/index.js"}}</script>
<main><div id="chart" style="width: 300px; height: 200px"></div></main>
<script type="module">
import { echarts } from "nicegui-echart";
const axes = { xAxis: { data: ["a", "b"] }, yAxis: {}, animation: false };
echarts.init(document.getElementById("chart")).setOption({ ...axes, series: SERIES });
window.ready = true;
</script>"""


@pytest.fixture
def planted(browser, server):
    """Opens a page of our own making, at the server's address."""
    with person(browser, server, viewport=NARROW) as (page, watch):

        def opened(body):
            page.route("**/echart/*", lambda route: route.fulfill(path=DIST / _name(route)))
            page.route("**/planted", lambda route: route.fulfill(body=HEAD + body, **HTML))
            page.goto("/planted")
            return page, watch

        yield opened


HTML = {"content_type": "text/html"}
DIST = Path(nicegui.__file__).parent / "elements" / "echart" / "dist"


def _name(route):
    return route.request.url.rpartition("/")[2]


@pytest.mark.parametrize(("found", "lie"), LIES.items())
def test_the_watch_catches(planted, found, lie):
    page, watch = planted(SECRET)
    assert watch.found == []
    page.evaluate(f"() => {{ {lie} }}")
    for _ in range(100):  # a busy machine answers late
        page.wait_for_timeout(100)
        if watch.found:
            break
    watch.without(found)


def test_a_fault_that_nobody_made_is_missed():
    with pytest.raises(AssertionError, match="nothing like"):
        Watch("http://here").without("console")


def test_what_is_too_wide_is_named(planted):
    page, _ = planted(WIDE_BOX)
    assert overflows(page) == ["page 508 px", "div#wide"]


def test_what_is_too_wide_is_found_though_the_page_hides_it(planted):
    page, _ = planted(f"<style>body {{ overflow-x: hidden }}</style>{WIDE_BOX}")
    assert "div#wide" in overflows(page)


def test_what_scrolls_in_a_box_of_its_own_may_be_wide(planted):
    page, _ = planted(f'<div style="overflow-x: auto">{WIDE_BOX}</div>')
    assert overflows(page) == []


@pytest.mark.parametrize(
    "series",
    [
        "[]",
        "[{type: 'bar', data: []}]",
        "[{type: 'bar', data: [null, '-']}]",
        "[{type: 'line', data: [NaN, null]}]",
        "[{type: 'scatter', data: []}, {type: 'line', data: []}]",
    ],
)
def test_a_chart_of_axes_alone_is_empty(planted, series):
    page, _ = planted(CHART.replace("SERIES", series))
    page.wait_for_function("window.ready")
    assert empty_charts(page) == ["chart"]


@pytest.mark.parametrize(
    "series",
    [
        "[{type: 'bar', data: [1, 2]}]",
        "[{type: 'line', data: [1, 2], showSymbol: false}]",
        "[{type: 'scatter', data: [[0, 1]]}]",
        "[{type: 'pie', data: [1, 2]}]",
        "[{type: 'heatmap', data: [[0, 0, 1]]}, {type: 'line', data: [1, 1]}]",
    ],
)
def test_a_chart_with_a_mark_is_not_empty(planted, series):
    page, _ = planted(CHART.replace("SERIES", series))
    page.wait_for_function("window.ready")
    assert empty_charts(page) == []


def test_an_input_without_a_name_is_a_barrier(planted):
    page, _ = planted("<main><input></main>")
    assert [one.partition(" at ")[0] for one in barriers(page)] == ["label"]


def test_only_the_named_rule_in_the_named_component_is_forgiven(planted, monkeypatch):
    page, _ = planted('<main><p class="theirs"><input></p><p class="ours"><input></p></main>')
    monkeypatch.setattr(looks, "UPSTREAM", (Finding("label", ".theirs", "planted"),))
    (left,) = barriers(page)
    assert ".ours" in left
