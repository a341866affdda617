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
    """

    name: str
    path: str
    heading: str
    begin: Callable[[Page], None] = lambda _: None
    signed_in: bool = True

    def open(self, page: Page, made: Made) -> None:
        """Go there, and wait until nothing changes any more."""
        page.goto(self.path.format(study=made.study, table=made.table, run=made.run))
        page.get_by_role("heading", name=self.heading, exact=True).first.wait_for()
        settle(page)
        self.begin(page)
        settle(page)


PLACES = (
    Place("sign-in", "/sign-in", "Shoal", signed_in=False),
    Place("studies", "/", "Studies"),
    Place("tables", "/tables", "Tables"),
    Place("table", "/tables?table={table}", "Tables"),
    Place("ledger", "/ledger", "Ledger"),
    Place("data", "/studies/{study}/data", "Data"),
    Place("columns", "/studies/{study}/columns", "Columns & hierarchies"),
    Place("promises", "/studies/{study}/promises", "Promises"),
    Place("explore", "/studies/{study}/explore", "Explore"),
    Place("release", "/studies/{study}/release", "Analyze & release"),
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
