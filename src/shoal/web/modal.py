"""A dialog before which the rest of the page is out of reach, for eyes, keys and readers alike."""

from nicegui import ui

BEHIND = "document.querySelector('#main')"


def modal(name: str, *, opened: bool = False) -> ui.dialog:
    """A dialog with a name; what goes inside is put there with `with`."""
    dialog = ui.dialog(value=opened)
    dialog.props["aria-label"] = name
    dialog.on("before-show", js_handler=f"() => {{ {BEHIND}.inert = true; }}")
    dialog.on("before-hide", js_handler=f"() => {{ {BEHIND}.inert = false; }}")
    return dialog
