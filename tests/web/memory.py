"""How much memory a browser has: proportional set size (PSS) of its processes, as Linux counts it.

Pages of memory that several processes share are divided among them, so sums are right.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

MEGABYTE = 1024


@dataclass(frozen=True)
class Memory:
    """Megabytes.

    Attributes:
        pages: Of the processes that hold pages.
        everything: Of all processes of the browser.
    """

    pages: float
    everything: float


def memory_of(browser: Browser) -> Memory:
    """What a browser's processes hold now."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    held = {one["id"]: (one["type"], _held(one["id"])) for one in found}
    pages = sum(size for kind, size in held.values() if kind == "renderer")
    return Memory(pages, sum(size for _, size in held.values()))


def _held(process: int) -> float:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[0]) / MEGABYTE
