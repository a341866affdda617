"""A table of labels from a file of the person."""

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

Kept = Callable[[str], Awaitable[None]]
Refused = Callable[[str, str], Awaitable[None]]


class FileField(Element, component="label_file.js"):
    """A field that sends a file to the service."""

    def __init__(self, label: str, on_kept: Kept, on_refused: Refused) -> None:
        super().__init__()
        self._props["label"] = label

        async def kept(event: GenericEventArguments) -> None:
            await on_kept(str(event.args["id"]))

        async def refused(event: GenericEventArguments) -> None:
            await on_refused(str(event.args["problem"]), str(event.args["text"]))

        self.on("kept", kept)
        self.on("refused", refused)


class Upload:
    """The field, and what a good file looks like."""

    def __init__(self, kept: Kept, refused: Refused) -> None:
        self._kept, self._refused = kept, refused

    def show(self) -> None:
        """The field with one line of help."""
        FileField("Upload a table of labels (CSV)", self._kept, self._refused).mark("upload-labels")
        ui.label(
            "One line per value, without a header: the value, then its label on each level, with"
            " semicolons between: 34;30-39;adult;*"
        ).classes("quiet small")
