"""Records at risk for any threshold: a slider that answers from the measured profile."""

from nicegui import ui

from shoal.report.numbers import number, percent
from shoal.report.types.measured_risk import RiskReport
from shoal.web.explain import heading
from shoal.web.pages.risk import figures
from shoal.web.slide import Slide

LABEL = "Risk above which a record is at risk"


def threshold(report: RiskReport) -> None:
    """The slider, and the share of records above it on each side."""
    named = figures.sides(report)
    steps = report["profile"]
    begin = figures.place_of(steps, report["attackers"]["threshold"])

    async def moved(place: float) -> None:
        show(int(place))

    heading("Records at risk, whatever you call a risk", "risk-threshold")
    with ui.element("div").classes("stack tight"):
        told = ui.label().classes("strong").mark("threshold-told").props('role="status"')
        slider = Slide(LABEL, (0, len(steps) - 1, 1), moved)
    with ui.element("div").classes("figures wider"):
        values = [_figure(name) for name, _ in named]

    def show(place: int) -> None:
        up_to = steps[place]["up_to"]
        told.text = f"At risk: a risk above {percent(up_to)} (1 of {number(round(1 / up_to))})"
        for (_, side), value in zip(named, values, strict=True):
            value.text = percent(figures.above(side["profile"], place))

    slider.show(begin)
    show(begin)


def _figure(name: str) -> ui.label:
    with ui.element("div").classes("figure"):
        ui.label(f"{name}: records at risk").classes("quiet")
        return ui.label().classes("value")
