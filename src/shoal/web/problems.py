"""Boxes that say what went wrong, in the sentences of the library; never a value of the data."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from nicegui import ui

from shoal.errors import ShoalError


def show_problems(error: ShoalError | Iterable[str], title: str = "This does not work") -> None:
    """Show a box with every problem; screen readers read it at once."""
    sentences = error.problems if isinstance(error, ShoalError) else tuple(error)
    with ui.element("div").classes("box problem").props('role="alert"').mark("problems"):
        ui.icon("error_outline").props('aria-hidden="true"')
        with ui.element("div"):
            ui.label(title).classes("strong")
            for sentence in sentences:
                ui.label(sentence)


def replace_problems(
    place: ui.element, problems: Sequence[str], title: str = "This does not work"
) -> None:
    """Show problems in a place instead of what stood there; without problems it stays empty."""
    place.clear()
    if problems:
        with place:
            show_problems(problems, title)


@contextmanager
def show_problems_in(place: ui.element, title: str) -> Iterator[None]:
    """Run the block; if it raises a ShoalError, show why in `place` and go on after the block.

    The place is emptied first.
    """
    place.clear()
    try:
        yield
    except ShoalError as error:
        with place:
            show_problems(error, title)


def show_warnings(sentences: Iterable[str]) -> None:
    """Show a box with warnings; no box without a warning."""
    warnings = list(sentences)
    if not warnings:
        return
    with ui.element("div").classes("box warning").props('role="status"').mark("warnings"):
        ui.icon("warning_amber").props('aria-hidden="true"')
        with ui.element("div"):
            for sentence in warnings:
                ui.label(sentence)


def sentences_of(error: Exception) -> tuple[str, ...]:
    """The sentences about an error that people may see.

    Those of a ShoalError are its own. Of any other error only the kind is told, since its text
    could quote a value.
    """
    if isinstance(error, ShoalError):
        return error.problems
    return (f"A fault of Shoal ({type(error).__name__}). Nothing was released.",)
