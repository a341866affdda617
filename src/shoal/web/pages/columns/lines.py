"""The lines of a hierarchy as a table that can be edited in place."""

from collections.abc import Awaitable, Callable

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.hierarchies.draft import Draft
from shoal.web.pages.columns.words import level_name

PAGE = 40
KNOWN = 200  # labels that are proposed while one types


class Lines(Element, component="label_lines.js"):
    """A page of lines.

    Args:
        on_label: Called with the line, the level and the label that was typed.
        on_pick: Called with the line and whether it is picked now.
    """

    def __init__(
        self,
        on_label: Callable[[int, int, str], Awaitable[None]],
        on_pick: Callable[[int, bool], None],
    ) -> None:
        super().__init__()
        self.on("relabel", lambda event: _label(event, on_label))
        self.on("pick", lambda event: on_pick(*_picked(event)))

    def show(self, draft: Draft, shown: list[int], picked: set[int]) -> None:
        """Show these lines of a draft."""
        height = draft.height
        self._props["heads"] = [level_name(at, height) for at in range(height + 1)]
        self._props["lines"] = [
            {"at": at, "labels": list(draft.lines[at]), "picked": at in picked} for at in shown
        ]
        self._props["version"] = self._props.get("version", 0) + 1  # boxes show what is picked
        self._props["labels"] = [draft.labels(at)[:KNOWN] for at in range(1, height + 1)]
        self.update()


async def _label(
    event: GenericEventArguments, told: Callable[[int, int, str], Awaitable[None]]
) -> None:
    given = event.args
    await told(int(given["at"]), int(given["level"]), str(given["label"]))


def _picked(event: GenericEventArguments) -> tuple[int, bool]:
    return int(event.args["at"]), bool(event.args["on"])
