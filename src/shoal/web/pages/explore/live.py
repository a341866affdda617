"""Figures whose value changes while one looks at them."""

from nicegui import ui

from shoal.web.explain import explanation


class LiveFigures:
    """A row of figures; each has a name and an explanation."""

    def __init__(self, terms: dict[str, str]) -> None:
        self._labels: dict[str, ui.label] = {}
        with ui.element("div").classes("figures").props('role="status" aria-live="polite"'):
            for name, term in terms.items():
                with ui.element("div").classes("figure"):
                    with ui.element("div").classes("line"):
                        ui.label(name).classes("quiet")
                        explanation(term)
                    self._labels[name] = ui.label("–").classes("value")

    def show(self, **values: str) -> None:
        """New values, by name with _ for spaces."""
        for name, value in values.items():
            self._labels[name.replace("_", " ").capitalize()].set_text(value)
