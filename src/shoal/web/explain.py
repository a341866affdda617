"""Every number has an explanation: a button beside it tells what it means and how it is made."""

from nicegui import ui

from shoal.web.glossary import GLOSSARY
from shoal.web.glossary.entry import Entry


def explanation(term: str) -> None:
    """The ? beside something; its text is `GLOSSARY[term]`."""
    explain(GLOSSARY[term])


def explain(entry: Entry) -> None:
    """The ? beside something, with its text."""
    button = ui.button(icon="help_outline").props("flat round dense size=sm").classes("explain")
    button.props(f'aria-label="What is {entry.title}?"')
    with button, ui.menu().props('max-width="22rem"'), ui.element("div").classes("explained"):
        ui.label(entry.title).classes("strong")
        ui.label(entry.text)
        if entry.formula:
            ui.label(entry.formula).classes("formula")


def figure(label: str, value: str, term: str, tone: str = "") -> None:
    """One number with its name and its explanation; tone is good, bad or nothing."""
    with ui.element("div").classes(f"figure {tone}"):
        with ui.element("div").classes("line"):
            ui.label(label).classes("quiet")
            explanation(term)
        ui.label(value).classes("value")


def heading(text: str, term: str = "", level: int = 2) -> None:
    """The heading of a part of a page, with its explanation where it has one."""
    with ui.element("div").classes("line heading"):
        ui.label(text).props(f'role="heading" aria-level="{level}"').classes(f"h{level}")
        if term:
            explanation(term)
