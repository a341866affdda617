"""Labels for screen readers; any text may be one, so it never becomes part of a string of props."""

from typing import TypeVar

from nicegui import ui

Element = TypeVar("Element", bound=ui.element)


def with_label(element: Element, label: str) -> Element:
    """Give an element a label for screen readers; returns the element."""
    element.props["aria-label"] = label
    return element
