"""Shows the headline of a run in the same way on every page."""

from nicegui import ui

from shoal.report.headline import Headline, headline
from shoal.report.types.sections import HeadlineFacts
from shoal.report.types.summary import Summary

ICONS = {"good": "verified", "bad": "gpp_bad", "open": "warning_amber", "held": "check"}


def show_headline(summary: Summary) -> None:
    """Show whether a release can be called safe, in color and words, and why not."""
    _show(headline(summary))


def show_stored_headline(facts: HeadlineFacts) -> None:
    """Show the headline that stands in a certificate."""
    _show(Headline(facts["tone"], facts["title"], tuple(facts.get("reasons") or ())))


def _show(top: Headline) -> None:
    """Show the title of a headline with an icon of its tone, and the reasons below."""
    with ui.element("div").classes(f"line {top.tone}").props('role="status"').mark("standing"):
        ui.icon(ICONS[top.tone], size="1.6rem").props('aria-hidden="true"')
        ui.label(top.title).classes("strong")
    if top.reasons:
        with ui.element("ul").classes("reasons").mark("reasons"):
            for reason in top.reasons:
                with ui.element("li"):
                    ui.label(reason)
