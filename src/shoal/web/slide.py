"""A slider: the browser's own, which keyboards and screen readers know."""

from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

Handler = Callable[[GenericEventArguments], Awaitable[None]]
BETWEEN = 0.1  # seconds between two moves that the server hears of; the last one always is


class Slide(Element, component="slide.js"):
    """Tells where it was moved to, and, where asked, where it came to rest."""

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

        def telling(listener: Callable[[float], Awaitable[None]]) -> Handler:
            async def told(event: GenericEventArguments) -> None:
                if isinstance(event.args, int | float) and low <= event.args <= high:
                    await listener(float(event.args))

            return told

        self.on("move", telling(on_move), throttle=BETWEEN)
        if on_rest:
            self.on("rest", telling(on_rest))

    def show(self, value: float) -> None:
        """Move it from outside, which tells nobody."""
        self._times += 1
        self._props["set"] = [value, self._times]
        self.update()
