"""The secret keys of the workspace: chosen by name, made here, never shown."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.server import stored
from shoal.web.explain import explanation
from shoal.web.pages.columns.columns_editor import ColumnsEditor


class Secrets:
    """A choice of keys, and a button that makes one; `chosen` is the id of the present one."""

    def __init__(self, editor: ColumnsEditor, chosen: str) -> None:
        self._editor, self._chosen = editor, chosen

    async def show(self, choose: Callable[[str], Awaitable[None]]) -> None:
        """Show the keys; `choose` gets the id of the chosen one, or of one that was just made."""
        known = await self._editor.visit.call(stored.keys)
        names = {one.id: f"{one.name}, made {one.created[:10]}" for one in known}
        with ui.element("div").classes("line wrap"):
            shown = ui.select(
                names, label="Key", value=self._chosen if self._chosen in names else None
            )
            shown.props("outlined dense").classes("field").mark("key")
            explanation("columns key")
            name = ui.input("Name of a new key").props("outlined dense").mark("key-name")
            button = ui.button("Make a key", icon="key").props("outline dense")
        none = ui.label("You have no key yet. Make one first.").classes("quiet small")
        none.set_visibility(not names)

        async def make() -> None:
            key = await self._editor.visit.call(stored.make_key, str(name.value or "key"))
            names[key.id] = f"{key.name}, made {key.created[:10]}"
            none.set_visibility(False)
            shown.set_options(names, value=key.id)

        button.on_click(make)

        async def use() -> None:
            if shown.value:
                await choose(str(shown.value))

        shown.on_value_change(use)
