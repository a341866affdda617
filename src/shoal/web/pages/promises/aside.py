"""Promises that are switched off: a study cannot hold them, so the browser stores them."""

import json

from nicegui import ui

from shoal.study.keys.plain import Settings


class Aside:
    """The promises of one study that are switched off in this browser."""

    def __init__(self, study: str) -> None:
        self._key = f"shoal-aside-{study}"
        self._browser = ui.context.client  # kept, since the element of a later call may be deleted

    async def load(self) -> list[Settings]:
        """The promises that were switched off earlier; empty if the browser does not answer."""
        try:
            text = await self._browser.run_javascript(
                f"return localStorage.getItem({self._key!r})", timeout=5
            )
        except TimeoutError:
            return []
        return settings_in(text)

    def keep(self, settings: list[Settings]) -> None:
        """Store these promises in the browser."""
        text = json.dumps(json.dumps(settings))
        self._browser.run_javascript(f"localStorage.setItem({self._key!r}, {text})")


def settings_in(text: object) -> list[Settings]:
    """The promises in a text from the browser, which could hold anything."""
    try:
        value = json.loads(text) if isinstance(text, str) else []
    except ValueError:
        return []
    listed = value if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, dict) and isinstance(one.get("model"), str)]
