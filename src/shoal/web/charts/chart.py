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
    """A chart; `options` are those of ECharts, without colors of text and lines.

    Args:
        options: What to draw. Series colors come from the theme unless given.
        label: What it shows, in a sentence for screen readers.
        height: Any CSS length.
        on_point: Called when a mark is clicked.
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
        """Draw other options."""
        self._props["options"] = options
        self.update()


def chart_section(title: str, options: Options, label: str, term: str = "", **given: Any) -> Chart:  # noqa: ANN401
    """Show a chart below its title and explanation."""
    with ui.element("section").classes("charted"):
        heading(title, term, 3)
        return Chart(options, label, **given)


def _args(event: GenericEventArguments) -> Clicked:
    return cast(Clicked, event.args) if isinstance(event.args, dict) else {}
