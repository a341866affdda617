"""A dialog that makes the rest of the page inert for mouse, keyboard and screen readers."""

from nicegui import ui

BEHIND = "document.querySelector('#main')"


def modal(name: str, *, opened: bool = False) -> ui.dialog:
    """A dialog with a name for screen readers; its content goes inside `with`.

    It is shown at once if `opened`; otherwise the caller opens it, or awaits it for an answer.
    """
    dialog = ui.dialog(value=opened)
    dialog.props["aria-label"] = name
    dialog.on("before-show", js_handler=f"() => {{ {BEHIND}.inert = true; }}")
    dialog.on("before-hide", js_handler=f"() => {{ {BEHIND}.inert = false; }}")
    return dialog
