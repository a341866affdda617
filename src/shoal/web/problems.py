"""What went wrong, in the sentences of the library; never a value of the data."""

from collections.abc import Iterable

from nicegui import ui

from shoal.errors import ShoalError


def show_problems(error: ShoalError | Iterable[str], title: str = "This does not work") -> None:
    """A box with every problem; read aloud at once."""
    told = error.problems if isinstance(error, ShoalError) else tuple(error)
    with ui.element("div").classes("box problem").props('role="alert"').mark("problems"):
        ui.icon("error_outline").props('aria-hidden="true"')
        with ui.element("div"):
            ui.label(title).classes("strong")
            for sentence in told:
                ui.label(sentence)


def show_warnings(sentences: Iterable[str]) -> None:
    """A box with what should be known; nothing is shown where there is nothing."""
    told = list(sentences)
    if not told:
        return
    with ui.element("div").classes("box warning").props('role="status"').mark("warnings"):
        ui.icon("warning_amber").props('aria-hidden="true"')
        with ui.element("div"):
            for sentence in told:
                ui.label(sentence)


def sentences_of(error: Exception) -> tuple[str, ...]:
    """What people may see of an error; the text of a fault could quote a value."""
    if isinstance(error, ShoalError):
        return error.problems
    return (f"A fault of Shoal ({type(error).__name__}). Nothing was released.",)
