"""Explanations: a button with a question mark beside each number says what the number means."""

from nicegui import ui

from shoal.web.glossary import GLOSSARY
from shoal.web.glossary.entry import Entry


def explanation(term: str) -> None:
    """Show the question mark of a term; its text is `GLOSSARY[term]`."""
    explain(GLOSSARY[term])


def explain(entry: Entry) -> None:
    """Show a question mark that opens the text of an entry."""
    button = ui.button(icon="help_outline").props("flat round dense size=sm").classes("explain")
    button.props(f'aria-label="What is {entry.title}?"')
    with button, ui.menu().props('max-width="22rem"'), ui.element("div").classes("explained"):
        ui.label(entry.title).classes("strong")
        ui.label(entry.text)
        if entry.formula:
            ui.label(entry.formula).classes("formula")


def figure(label: str, value: str, term: str, tone: str = "") -> None:
    """Show one number with its name and explanation; the tone is good, bad or empty."""
    with ui.element("div").classes(f"figure {tone}"):
        with ui.element("div").classes("line"):
            ui.label(label).classes("quiet")
            explanation(term)
        ui.label(value).classes("value")


def heading(text: str, term: str = "", level: int = 2) -> None:
    """Show the heading of a part of a page.

    Args:
        text: The heading.
        term: The entry of the glossary that explains it; no explanation if empty.
        level: Its level on the page, from 2 below the title.
    """
    with ui.element("div").classes("line heading"):
        ui.label(text).props(f'role="heading" aria-level="{level}"').classes(f"h{level}")
        if term:
            explanation(term)
