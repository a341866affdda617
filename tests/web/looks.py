"""What is wrong with how a page looks: too wide, an empty chart, hard to use without eyes or mouse.

axe (Deque's rules for accessibility) comes with the package axe-playwright-python.
"""

from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

BAD = {"serious", "critical"}


@dataclass(frozen=True)
class Finding:
    """A finding inside a component of others.

    Attributes:
        rule: The rule's name.
        place: A CSS selector of the component that it is in.
        reason: Why it is not ours to mend.
    """

    rule: str
    place: str
    reason: str


UPSTREAM = (
    Finding(
        "aria-progressbar-name",
        ".q-loading-bar",
        "Quasar's own bar at the edge of the window, shown while requests run; it takes no name",
    ),
    Finding(
        "aria-required-children",
        ".q-menu[role=listbox]",
        "Quasar's open list pads its options with elements that have no role",
    ),
)

# Elements that reach beyond the window, unless they scroll or are cut within a box of their own.
OVERFLOWS = """() => {
  const width = document.documentElement.clientWidth;
  const named = (one) => one.tagName.toLowerCase() + (one.id ? '#' + one.id : '') +
    [...one.classList].slice(0, 3).map((name) => '.' + name).join('');
  const beyond = (box) => box.width * box.height > 0 && box.right > width + 1 && box.left < width;
  const kept = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible' &&
          !beyond(box.getBoundingClientRect())) return true;
    }
    return false;
  };
  const found = [...document.body.querySelectorAll('*')]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => beyond(one.getBoundingClientRect()) && !kept(one)).map(named);
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + 1) found.unshift('page ' + page.scrollWidth + ' px');
  return [...new Set(found)];
}"""

# A chart has at least one mark of a series with a size; axes and titles do not count.
EMPTY_CHARTS = """async () => {
  const places = [...document.querySelectorAll('[_echarts_instance_]')]
    .filter((one) => one.checkVisibility());
  if (!places.length) return [];
  const { echarts } = await import('nicegui-echart');
  const marks = (group) => {
    let found = 0;
    group.traverse((mark) => {
      if (mark.isGroup || mark.ignore || mark.invisible) return;
      const box = mark.getBoundingRect();
      if (box && box.width + box.height > 0) found += 1;
    });
    return found;
  };
  const empty = (place) => {
    const chart = place.shoalChart || echarts.getInstanceByDom(place);
    if (!chart || !chart.getWidth() || !chart.getHeight()) return true;
    const drawn = chart.getModel().getSeries()
      .filter((series) => series.getData().count() > 0)
      .map((series) => marks(chart.getViewOfSeriesModel(series).group));
    return drawn.reduce((sum, one) => sum + one, 0) === 0;
  };
  return places.filter(empty).map((one) =>
    one.getAttribute('aria-label') || one.closest('[aria-label]')?.getAttribute('aria-label') ||
    one.id || one.className);
}"""


def overflows(page: Page) -> list[str]:
    """What is wider than the window."""
    found: list[str] = page.evaluate(OVERFLOWS)
    return found


def empty_charts(page: Page) -> list[str]:
    """Charts without a single mark."""
    found: list[str] = page.evaluate(EMPTY_CHARTS)
    return found


def barriers(page: Page) -> list[str]:
    """Serious and critical findings of axe that are ours."""
    rules = Axe().run(page).response["violations"]
    return [
        f"{rule['id']} at {node['target']}: {rule['help']}"
        for rule in rules
        if rule["impact"] in BAD
        for node in rule["nodes"]
        if not _is_upstream(page, rule["id"], node["target"])
    ]


def _is_upstream(page: Page, rule: str, target: list[str]) -> bool:
    places = [one.place for one in UPSTREAM if one.rule == rule]
    found = page.locator(target[-1]).first
    return any(found.evaluate("(one, place) => !!one.closest(place)", place) for place in places)


def faults(page: Page) -> list[str]:
    """Everything that can be seen."""
    return [
        *(f"too wide: {one}" for one in overflows(page)),
        *(f"empty chart: {one}" for one in empty_charts(page)),
        *(f"barrier: {one}" for one in barriers(page)),
    ]
