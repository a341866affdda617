"""Reads elements of resources as texts; an absent element is None.

Data types: https://hl7.org/fhir/R4/datatypes.html
"""

from collections.abc import Callable
from typing import Any

Element = Any  # a tree of JSON
Columns = dict[str, Callable[[Element], str | None]]


def at(element: Element, *path: str | int) -> Element:
    """The element under a path of names and positions, or None."""
    for step in path:
        if isinstance(step, int):
            element = element[step] if isinstance(element, list) and len(element) > step else None
        else:
            element = element.get(step) if isinstance(element, dict) else None
    return element


def text(element: Element) -> str | None:
    """A primitive element as text."""
    if isinstance(element, bool):
        return "true" if element else "false"
    return str(element) if isinstance(element, str | int | float) and element != "" else None


def words(concept: Element) -> str | None:
    """A CodeableConcept in words: its text, or else how its first coding is displayed."""
    coding = at(concept, "coding", 0)
    return text(at(concept, "text")) or text(at(coding, "display")) or text(at(coding, "code"))


def code(concept: Element) -> str | None:
    """The code of a CodeableConcept's first coding."""
    return text(at(concept, "coding", 0, "code"))


def target(reference: Element) -> str | None:
    """The id that a Reference leads to: `Patient/7` and `urn:uuid:7` are both 7."""
    whole = text(at(reference, "reference"))
    return whole.replace(":", "/").rpartition("/")[2] if whole else None


def day(moment: Element) -> str | None:
    """The local day of a dateTime; the offset from UTC is left out, so the day does not shift."""
    whole = text(moment)
    return whole[:10] if whole else None


def clock(moment: Element) -> str | None:
    """The local time of a dateTime, to the second."""
    whole = text(moment)
    return whole[:19] if whole else None


def extension(resource: Element, name: str) -> str | None:
    """An extension of US Core in words: race and ethnicity (hl7.org/fhir/us/core)."""
    url = f"http://hl7.org/fhir/us/core/StructureDefinition/{name}"
    extensions = at(resource, "extension") or ()
    named = next((entry for entry in extensions if at(entry, "url") == url), None)
    parts = {at(part, "url"): part for part in at(named, "extension") or ()}
    category = at(parts.get("ombCategory"), "valueCoding", "display")
    return text(at(parts.get("text"), "valueString")) or text(category)
