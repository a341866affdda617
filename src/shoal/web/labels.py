"""Names for who cannot see: any text may be one, so it never becomes part of a list of props."""

from typing import TypeVar

from nicegui import ui

Element = TypeVar("Element", bound=ui.element)


def labeled(element: Element, label: str) -> Element:
    """The element, with a name that is read aloud."""
    element.props["aria-label"] = label
    return element
