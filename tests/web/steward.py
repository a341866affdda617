"""What a steward does, page by page, by the names that a person or a screen reader finds."""

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Locator, Page

from web.looks import empty_charts
from web.places import settle
from web.server import Server

LONG = 300_000  # milliseconds; the computer may be busy


class Steward:
    """A person at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Click a button."""
        place = self.page if within is None else within
        place.get_by_role("button", name=name, exact=isinstance(name, str)).first.click()

    def arrive(self, heading: str) -> None:
        """Wait for a page, by its title."""
        self.page.get_by_role("heading", name=heading, exact=True, level=1).wait_for(timeout=LONG)
        settle(self.page)

    def step(self, name: str) -> None:
        """Go on with the button at the end of a step."""
        self.press(f"Next: {name}")
        self.arrive(name)

    def take_the_example(self) -> None:
        """From the first page to the example's data."""
        self.page.goto("/")
        self.press("Try the built-in example")
        self.arrive("Data")

    def upload(self, path: Path) -> None:
        """From the first page to the data of a study about one's own table."""
        self.page.goto("/tables")
        self.page.locator("input[type=file]").set_input_files(path)
        self.page.get_by_role("grid", name=f"Records of {path.name}").wait_for(timeout=LONG)
        self.press("Start a study")
        self.arrive("Data")

    def set_role(self, column: str, role: str) -> None:
        """Say what a column is."""
        choice = self.page.get_by_role("combobox", name=f"Role of {column}", exact=True)
        if choice.input_value() == role:
            return
        choice.select_option(role)
        self.page.get_by_text(f"{column}: {role}.").wait_for()

    def open_column(self, column: str) -> None:
        """Look at one column and its hierarchy."""
        self.page.get_by_role("button", name=re.compile(f"^{column} ")).click()
        self.page.get_by_role("heading", name=column, exact=True, level=2).wait_for()
        settle(self.page)

    def give_hierarchy(self, column: str, path: Path) -> None:
        """A table of labels for a column."""
        self.open_column(column)
        self.page.get_by_text("Upload a hierarchy", exact=True).click()
        field = self.page.get_by_label("Upload a table of labels (CSV)", exact=True)
        field.first.set_input_files(path)
        told = re.compile(f"^{column} .*table of labels")
        self.page.get_by_role("button", name=told).wait_for()
        settle(self.page)

    def set_k(self, k: int) -> None:
        """The promise of k-anonymity."""
        card = self.page.get_by_role("region", name="Promise k-anonymity")
        card.get_by_role("spinbutton", name="k (needed)").fill(str(k))
        card.get_by_text(f"At k = {k}").first.wait_for()
        settle(self.page)

    def run(self) -> None:
        """Run the study; progress is shown meanwhile."""
        self.press("Run the study")
        self.page.get_by_role("progressbar", name="Running the study").wait_for()
        self.page.get_by_role("link", name="Analyze this run").wait_for(timeout=LONG)

    def see_what_is_possible(self) -> None:
        """Sweep, and look at the frontier."""
        self.press("See what is possible")
        self.page.get_by_role("slider", name="k", exact=True).wait_for(timeout=LONG)
        settle(self.page)
        for chart in ("The least loss for every k", "Pareto-optimal candidates by"):
            self.page.get_by_role("img", name=re.compile(chart)).wait_for()
        assert empty_charts(self.page) == []

    def choose_another_candidate(self) -> None:
        """One step coarser than the best, made into a run."""
        self.page.get_by_text(re.compile(r"^Neighbors: ")).click()
        self.press(re.compile(r" → \d$"), self.page.get_by_text("One step coarser").locator("..")
                   .locator("> div").last)  # fmt: skip
        settle(self.page)
        self.press("Apply this candidate")
        self.page.get_by_text("levels chosen by hand").first.wait_for(timeout=LONG)
        settle(self.page)

    def tab(self, name: str) -> None:
        """Another page about the run."""
        tabs = self.page.get_by_role("navigation", name="About this run")
        tabs.get_by_role("link", name=name, exact=True).click()
        self.arrive("Analyze & release" if name == "Overview" else name)

    def learn(self, target: str) -> None:
        """Judge models that predict a column."""
        if not self.page.get_by_text(f"Predict {target} from").count():
            self.press(f"Predict {target}")
        self.page.get_by_text(f"Predict {target} from").wait_for()
        self.press("Evaluate")
        self.page.get_by_text("is right in").first.wait_for(timeout=LONG)
        settle(self.page)


def verified(server: Server, run: str, release: Path) -> subprocess.CompletedProcess[str]:
    """The independent check of a downloaded release, in a process of its own."""
    study = server.folder / "workspace" / "runs" / run / "study.yaml"
    command = [sys.executable, "-m", "shoal", "verify", str(study), "--release", str(release)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ})
