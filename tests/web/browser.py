"""The system's Chromium, and what a page must never do while it is looked at.

Whoever opens a page watches it: an error in the console or in a script, an answer that failed, and
every request to another place than our server are written down, and the test fails at its end.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from web.server import Server

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
INSIDE = {"data", "blob", "about"}  # schemes that leave no computer
expect.set_options(timeout=60_000)  # the computer may be busy
LEFT = "net::ERR_ABORTED"  # whoever leaves a page ends its requests


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the system; in a container, root needs it without its sandbox."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"], headless=True
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watch:
    """What went wrong on all pages of one person.

    Attributes:
        origin: Where requests may go.
        found: What was wrong, one sentence each.
        requests: How many requests there were.
    """

    origin: str
    found: list[str] = field(default_factory=list)
    requests: int = 0

    def over(self, context: BrowserContext) -> None:
        """Begin to watch."""
        context.on("request", lambda request: self._asked(request.url))
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)
        context.on("console", self._said)
        context.on("weberror", lambda raised: self._wrong("script", str(raised.error)))
        context.on("page", lambda page: page.on("websocket", lambda one: self._asked(one.url)))

    def without(self, pattern: str) -> None:
        """Something that a test wants to see, and that must have happened."""
        kept = [one for one in self.found if not re.search(pattern, one)]
        assert len(kept) < len(self.found), f"nothing like {pattern}: {self.found}"
        self.found[:] = kept

    def _asked(self, url: str) -> None:
        self.requests += 1
        place = urlsplit(url)
        if place.scheme not in INSIDE and place.netloc != urlsplit(self.origin).netloc:
            self._wrong("elsewhere", url)

    def _answered(self, answer: Any) -> None:
        if answer.status >= 400:
            self._wrong("answer", f"{answer.status} {answer.request.method} {answer.url}")

    def _failed(self, request: Any) -> None:
        if request.failure != LEFT:
            self._wrong("request", f"{request.failure} {request.method} {request.url}")

    def _said(self, message: Any) -> None:
        if message.type in {"error", "assert"}:
            self._wrong("console", message.text)

    def _wrong(self, kind: str, text: str) -> None:
        self.found.append(f"{kind}: {text}")


@contextmanager
def person(
    browser: Browser, server: Server, name: str | None = "local", **options: Any
) -> Iterator[tuple[Page, Watch]]:
    """A page of somebody who is signed in (or of nobody), and what it does wrong."""
    given = {"viewport": WIDE, "reduced_motion": "reduce", "accept_downloads": True} | options
    context = browser.new_context(base_url=server.address, **given)
    context.set_default_timeout(60_000)  # the computer may be busy
    if name is not None:
        context.add_cookies([server.cookie(name)])  # type: ignore[list-item]
    watch = Watch(server.address)
    watch.over(context)
    try:
        yield context.new_page(), watch
    finally:
        context.close()
