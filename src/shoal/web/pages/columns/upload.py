"""The upload of a table of labels."""

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

Kept = Callable[[str], Awaitable[None]]
Refused = Callable[[str, str], Awaitable[None]]


class FileField(Element, component="label_file.js"):
    """A field that sends a file to the service.

    Args:
        label: Its name.
        on_kept: Gets the id of the stored table of labels.
        on_refused: Gets the problem and the text of the file; the text is empty if it is too long.
    """

    def __init__(self, label: str, on_kept: Kept, on_refused: Refused) -> None:
        super().__init__()
        self._props["label"] = label

        async def keep(event: GenericEventArguments) -> None:
            await on_kept(str(event.args["id"]))

        async def refuse(event: GenericEventArguments) -> None:
            await on_refused(str(event.args["problem"]), str(event.args["text"]))

        self.on("kept", keep)
        self.on("refused", refuse)


class Upload:
    """The field for a file, and what such a file looks like."""

    def __init__(self, kept: Kept, refused: Refused) -> None:
        self._kept, self._refused = kept, refused

    def show(self) -> None:
        """Show the field with one line of help."""
        FileField("Upload a table of labels (CSV)", self._kept, self._refused).mark("upload-labels")
        ui.label(
            "One line per value, without a header: the value, then its label on each level, with"
            " semicolons between: 34;30-39;adult;*"
        ).classes("quiet small")
