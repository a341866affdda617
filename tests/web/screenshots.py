"""Pictures of every page, wide and narrow, light and dark: `make screenshots`.

The server is fresh, and the built-in example has gone through the whole story on it.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from web.browser import chromium, person
from web.places import PLACES, SCHEMES, WIDTHS, Place
from web.seeded import Made, whole_story
from web.server import Server, serving

Looks = Sequence[tuple[int, str]]
ALL: Looks = tuple(product(WIDTHS, SCHEMES))


def main(folder: Path, *names: str) -> None:
    """Write the pictures of all pages, or of those that are named."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, serving(Path(place)) as server, chromium() as browser:
        made = whole_story(server)
        for each in PLACES:
            if not names or each.name in names:
                for look, page in looked_at(browser, server, each, made):
                    page.screenshot(path=folder / f"{look}.png", full_page=True)
                    print(folder / f"{look}.png", flush=True)  # noqa: T201


def looked_at(
    browser: Browser, server: Server, place: Place, made: Made, looks: Looks = ALL
) -> Iterator[tuple[str, Page]]:
    """A page in each of some looks; nothing may go wrong meanwhile."""
    for width, scheme in looks:
        name = "local" if place.signed_in else None
        given = {"viewport": WIDTHS[width], "color_scheme": scheme}
        with person(browser, server, name, **given) as (page, watch):
            place.open(page, made)
            yield f"{place.name}-{width}-{scheme}", page
            if not place.signed_in:
                watch.without("401")  # how the page finds out that nobody is
            if place.missing:
                watch.without("404")
            assert watch.found == [], f"{place.name}-{width}-{scheme}: {watch.found}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
