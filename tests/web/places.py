"""Every page of the web application: one line each. Screenshots and tests of looks walk them."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from web.browser import NARROW, WIDE
from web.seeded import Made


@dataclass(frozen=True)
class Place:
    """A page.

    Attributes:
        name: What its screenshots are called.
        path: Its address, with the ids of what was made before.
        heading: The heading that tells that it is there.
        begin: What a person does there first.
        signed_in: Whether somebody is.
        missing: Whether it tells that there is nothing.
    """

    name: str
    path: str
    heading: str
    begin: Callable[[Page], None] = lambda _: None
    signed_in: bool = True
    missing: bool = False

    def open(self, page: Page, made: Made) -> None:
        """Go there, and wait until nothing changes any more."""
        page.goto(self.path.format(study=made.study, table=made.table, run=made.run))
        page.get_by_role("heading", name=self.heading, exact=True).first.wait_for()
        settle(page)
        self.begin(page)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # some is drawn when seen
        settle(page)
        page.evaluate("scrollTo(0, 0)")
        settle(page)


def press(*names: str) -> Callable[[Page], None]:
    """Click the buttons that are there."""

    def begin(page: Page) -> None:
        for name in names:
            button = page.get_by_role("button", name=name, exact=True)
            if button.count():
                button.first.click()
                settle(page)

    return begin


STUDY = "/studies/{study}"
PLACES = (
    Place("sign-in", "/sign-in", "Shoal", signed_in=False),
    Place("studies", "/", "Studies"),
    Place("tables", "/tables", "Tables"),
    Place("table", "/tables?table={table}", "Tables"),
    Place("ledger", "/ledger", "Ledger"),
    Place("shared", "/shared", "Shared with you"),
    Place("data", f"{STUDY}/data", "Data"),
    Place("columns", f"{STUDY}/columns", "Columns & hierarchies"),
    Place("promises", f"{STUDY}/promises", "Promises"),
    Place("explore", f"{STUDY}/explore", "Explore", press("See what is possible")),
    Place("teach", f"{STUDY}/teach", "Teach", press("Ask me")),
    Place("steps", f"{STUDY}/steps", "Steps by hand", press("Start")),
    Place(
        "release", f"{STUDY}/release?run={{run}}", "Analyze & release", press("Show side by side")
    ),
    Place("utility", f"{STUDY}/utility?run={{run}}", "Utility"),
    Place("risk", f"{STUDY}/risk?run={{run}}", "Risk"),
    Place("learning", f"{STUDY}/learning?run={{run}}", "Learning"),
    Place("give", f"{STUDY}/give?run={{run}}", "Give"),
    Place("not-found", "/studies/none/data", "Not found", missing=True),
)
WIDTHS = {one["width"]: one for one in (WIDE, NARROW)}
SCHEMES = ("light", "dark")

QUIET = """() => new Promise((resolve) => {
  const begin = performance.now();
  let last = begin;
  const seen = new MutationObserver(() => { last = performance.now(); });
  seen.observe(document.body,
    { subtree: true, childList: true, attributes: true, characterData: true });
  const busy = () => [...document.querySelectorAll(
    '[aria-busy=true], .q-spinner, .q-linear-progress, .q-skeleton, .ag-loading')]
    .some((one) => one.checkVisibility());
  const look = () => {
    const now = performance.now();
    if ((now - last > 500 && !busy()) || now - begin > 90000) {
      seen.disconnect();
      resolve(!busy());
    } else setTimeout(look, 50);
  };
  look();
})"""


def settle(page: Page) -> None:
    """Wait until a page has nothing more to do."""
    page.wait_for_load_state("load")
    assert page.evaluate(QUIET), f"{page.url} never comes to rest"
