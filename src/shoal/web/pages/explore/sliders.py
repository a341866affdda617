"""Sliders for k, suppression limit and weights; each move is answered at once."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from shoal.web.explain import explanation
from shoal.web.labels import with_label
from shoal.web.pages.explore.settings import Settings
from shoal.web.slide import Slide

Change = Callable[[Settings], Awaitable[None]]
HIGHEST = 100  # the right end of the slider of k; larger ones can be typed
LARGEST_SHARE = 50.0  # percent; the right end of the slider of the limit
HEAVIEST = 5.0  # the right end of sliders of weights


class Control:
    """A slider and a field for one number.

    Args:
        label: Its name.
        term: Its entry in the glossary.
        span: The lowest value, the highest value of the slider, and the step between two values.
        most: The highest value that can be typed.
        on_move: Gets each new value, whether it was moved to or typed.
    """

    def __init__(
        self,
        label: str,
        term: str,
        span: tuple[float, float, float],
        most: float,
        on_move: Callable[[float], Awaitable[None]],
    ) -> None:
        low, high, step = span
        self._value, self._on_move, self._range = low, on_move, (low, most)
        self._high = high
        with ui.element("div").classes("control"):
            with ui.element("div").classes("line"):
                ui.label(label).classes("strong")
                explanation(term)
                ui.element("span").classes("grow")
                self._field = ui.number(min=low, max=most, step=step, on_change=self._change_field)
                self._field.props("dense outlined debounce=300").classes("short")
                with_label(self._field, f"{label}, exactly")
            self._slide = Slide(label, span, self._change_slider)

    def show(self, value: float) -> None:
        """Move slider and field without asking for an answer."""
        self._value = value
        self._field.set_value(value)
        self._slide.show(min(value, self._high))

    async def _change_slider(self, value: float) -> None:
        """Take a value from the slider, and show it in the field."""
        if value != self._value:
            self._value = value
            self._field.set_value(value)
            await self._on_move(value)

    async def _change_field(self, event: ValueChangeEventArguments[float | None]) -> None:
        """Take a number that was typed; one outside the range is ignored."""
        low, most = self._range
        value = event.value
        if value is None or not low <= value <= most or value == self._value:
            return
        self._value = value
        self._slide.show(min(value, self._high))
        await self._on_move(value)


class Sliders:
    """All sliders of the page; `change` gets the settings after each move."""

    def __init__(self, settings: Settings, maximum_k: int, change: Change) -> None:
        self._settings, self._change = settings, change
        high = min(HIGHEST, maximum_k)
        with ui.element("div").classes("halves"):
            self._k = Control("k", "explore-k", (2, high, 1), maximum_k, self._move_k)
            self._limit = Control(
                "Suppression limit (%)", "explore-limit", (0, LARGEST_SHARE, 0.5), 100,
                self._move_limit,
            )  # fmt: skip
        self._weights: dict[str, Control] = {}
        with (
            ui.expansion("Weights of the columns", icon="balance").classes("wide-expansion"),
            ui.element("div").classes("thirds"),
        ):
            for name, weight in settings.weights.items():
                self._weights[name] = Control(
                    f"Weight of {name}", "explore-weight", (0, max(HEAVIEST, weight), 0.25), 1000,
                    self._mover(name),
                )  # fmt: skip
        self.show(settings)

    def show(self, settings: Settings) -> None:
        """Move the sliders to a choice; `change` is not called."""
        self._settings = settings
        self._k.show(settings.k)
        self._limit.show(round(100 * settings.limit, 4))
        for name, control in self._weights.items():
            control.show(settings.weights[name])

    async def _move_k(self, value: float) -> None:
        await self._to(replace(self._settings, k=int(value)))

    async def _move_limit(self, value: float) -> None:
        await self._to(replace(self._settings, limit=round(value / 100, 6)))

    def _mover(self, name: str) -> Callable[[float], Awaitable[None]]:
        """The handler of the slider for the weight of one column."""

        async def move(value: float) -> None:
            weights = {**self._settings.weights, name: float(value)}
            await self._to(replace(self._settings, weights=weights))

        return move

    async def _to(self, settings: Settings) -> None:
        """Remember the settings, and pass them on."""
        self._settings = settings
        await self._change(settings)
