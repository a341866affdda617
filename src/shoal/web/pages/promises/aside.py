"""Promises that are switched off: no study holds them, so the browser remembers them."""

import json

from nicegui import ui

from shoal.study.keys.plain import Settings


class Aside:
    """What was put aside for one study, in this browser."""

    def __init__(self, study: str) -> None:
        self._key = f"shoal-aside-{study}"
        self._browser = ui.context.client  # a button that is gone by then has none

    async def load(self) -> list[Settings]:
        """What was put aside earlier; nothing where the browser does not say."""
        try:
            text = await self._browser.run_javascript(
                f"return localStorage.getItem({self._key!r})", timeout=5
            )
        except TimeoutError:
            return []
        return settings_in(text)

    def keep(self, settings: list[Settings]) -> None:
        """Remember these from now on."""
        text = json.dumps(json.dumps(settings))
        self._browser.run_javascript(f"localStorage.setItem({self._key!r}, {text})")


def settings_in(text: object) -> list[Settings]:
    """Promises in a text of the browser, which anything could have written."""
    try:
        found = json.loads(text) if isinstance(text, str) else []
    except ValueError:
        return []
    listed = found if isinstance(found, list) else []
    return [one for one in listed if isinstance(one, dict) and isinstance(one.get("model"), str)]
