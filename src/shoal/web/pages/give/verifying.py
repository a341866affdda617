"""A second check of the written release, by code that shares nothing with the search."""

from nicegui import ui

from shoal.report.headline import headline
from shoal.report.types.sections import Tone
from shoal.server.actions.run_actions import CheckFound, Verified
from shoal.server.stored import StoredRun
from shoal.web.explain import heading
from shoal.web.headline import ICONS
from shoal.web.pages.release.overview import value_words as measured_text
from shoal.web.pages.release.tabs import summary_of
from shoal.web.table import plain_table
from shoal.web.visit import Visit
from shoal.web.work import work

CHECKS = {
    "columns": "The right columns, and no other",
    "identifiers": "No identifier is left",
    "counts": "Records in and out",
    "cells": "Every cell is a value of its hierarchy, at its level",
    "records": "Every record stems from one of the input",
    "suppression": "No more records are suppressed than allowed",
    "order": "The order tells nothing",
    "privacy": "The promise",
    "certificate": "Certificate and release belong together",
}


def show_verification(visit: Visit, run: StoredRun) -> None:
    """Show a button that checks the release, and the verdict."""
    heading("Check it again", "verify")
    ui.label(
        "The release was checked when it was made. Check the file again before you give it away,"
        " or whenever you doubt it."
    ).classes("quiet")
    place = ui.element("div").classes("stack")

    async def verify() -> None:
        job = await work(visit, "verify", {"run": run.id}, "Checking the release", place)
        if job is not None:
            summary = await visit.call(summary_of, run.id)
            with place:
                _show_verdict(job.result, headline(summary).tone)

    ui.button("Verify again", icon="fact_check", on_click=verify).props("outline").mark("verify")


def _show_verdict(found: Verified, release_tone: Tone) -> None:
    """Show what the check found; green only if the release can also be called safe."""
    holds, complete = found["holds"], found["complete"]
    tone = "bad" if not holds else release_tone if complete else "open"
    sentence = (
        "Everything holds." if holds and complete
        else "What could be checked holds; some could not." if holds
        else "Something does not hold. Do not share this release."
    )  # fmt: skip
    with ui.element("div").classes(f"line {tone}").props('role="status"').mark("verdict"):
        ui.icon(ICONS[tone], size="1.6rem").props('aria-hidden="true"')
        ui.label(sentence).classes("strong")
    plain_table(
        ("Check", "Verdict", "Measured", ""),
        [_line(one) for one in found["findings"]],
        "What was checked",
    )


def _line(one: CheckFound) -> list[str]:
    """The line of one finding: check, verdict, measured value, reason."""
    holds = one["holds"]
    verdict = "not checked" if not isinstance(holds, bool) else "holds" if holds else "fails"
    name = CHECKS.get(one["check"], one["check"])
    about = f"{name}: {one['model']}" if one["model"] else name
    return [about, verdict, measured_text(one["measured"]), one["reason"] or one["warning"]]
