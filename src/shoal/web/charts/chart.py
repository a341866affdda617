"""A chart: drawn by ECharts as SVG, in the colors of the theme, with a label for screen readers."""

from collections.abc import Callable
from typing import Any, TypedDict, cast

from nicegui import ui
from nicegui.elements.echart.echart import EChart
from nicegui.events import GenericEventArguments

from shoal.web.charts import Options
from shoal.web.explain import heading


class Clicked(TypedDict, total=False):
    """What the browser sends about a mark that was clicked."""

    name: str
    value: object
    seriesName: str
    dataIndex: int
    data: object


class Chart(EChart, component="chart.js"):
    """A chart that ECharts draws in the colors of the theme.

    Args:
        options: What to draw, as ECharts reads it, without colors of text and lines. Series get
            colors of the theme unless they have their own.
        label: What it shows, in a sentence for screen readers.
        height: Any CSS length.
        on_point: Called with the mark that a person clicks.
    """

    def __init__(
        self,
        options: Options,
        label: str,
        height: str = "18rem",
        on_point: Callable[[Clicked], Any] | None = None,
    ) -> None:
        super().__init__(options, renderer="svg")
        self.props('role="img" tabindex="0"').classes("chart").style(f"height: {height}")
        self._props["aria-label"] = label
        if on_point is not None:
            self.on("point", lambda event: on_point(_args(event)))

    def show(self, options: Options) -> None:
        """Draw other options instead of those shown now."""
        self._props["options"] = options
        self.update()


def chart_section(title: str, options: Options, label: str, term: str = "", **given: Any) -> Chart:  # noqa: ANN401
    """Show a chart below its title and explanation; returns the chart.

    Args:
        title: Its heading.
        options: What to draw.
        label: A sentence for screen readers.
        term: The entry of the glossary that explains it; none if empty.
        given: Further arguments of `Chart`.
    """
    with ui.element("section").classes("charted"):
        heading(title, term, 3)
        return Chart(options, label, **given)


def _args(event: GenericEventArguments) -> Clicked:
    """What the browser sent about a click; empty if it is no dictionary."""
    return cast(Clicked, event.args) if isinstance(event.args, dict) else {}
