"""A slider: the browser's own element, which keyboards and screen readers support."""

from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

Handler = Callable[[GenericEventArguments], Awaitable[None]]
BETWEEN = 0.1  # seconds between two moves that are sent; the last one is always sent


class Slide(Element, component="slide.js"):
    """Calls `on_move` while a person moves it, and `on_rest` where they let it go.

    Args:
        label: Its name for screen readers.
        span: The lowest value, the highest value, and the step between two values.
        on_move: Gets the value, at most once in BETWEEN seconds.
        on_rest: Gets the last value.
    """

    def __init__(
        self,
        label: str,
        span: tuple[float, float, float],
        on_move: Callable[[float], Awaitable[None]],
        on_rest: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__()
        low, high, step = span
        self._props |= {"min": low, "max": high, "step": step, "label": label, "set": [low, 0]}
        self._times = 0

        def handler(listener: Callable[[float], Awaitable[None]]) -> Handler:
            async def handle(event: GenericEventArguments) -> None:
                if isinstance(event.args, int | float) and low <= event.args <= high:
                    await listener(float(event.args))

            return handle

        self.on("move", handler(on_move), throttle=BETWEEN)
        if on_rest:
            self.on("rest", handler(on_rest))

    def show(self, value: float) -> None:
        """Move the slider; neither `on_move` nor `on_rest` is called."""
        self._times += 1
        self._props["set"] = [value, self._times]
        self.update()
