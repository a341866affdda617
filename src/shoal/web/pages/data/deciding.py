"""What only a person can decide: the roles of undecided columns, and whether people are counted."""

from collections.abc import Mapping

from nicegui import ui

from shoal.report.numbers import count_of, percent
from shoal.server.stored.study_keys import StoredColumn, StoredKeys
from shoal.server.stored.uniqueness import Uniqueness, uniqueness
from shoal.web.explain import heading
from shoal.web.pages.data.profiles import Profile
from shoal.web.pages.data.role_editor import RoleEditor
from shoal.web.sure import confirm

# The words of a button, and the role that it gives; the empty role drops the columns.
CHOICES = {
    "Drop all of them": "",
    "All are quasi-identifiers": "quasi-identifier",
    "All are sensitive": "sensitive",
    "All are insensitive …": "insensitive",
}


def undecided_columns(columns: Mapping[str, StoredColumn]) -> list[str]:
    """The columns whose role nobody has decided."""
    return [name for name, keys in columns.items() if keys.get("role") == "undecided"]


class Deciding:
    """The card with what is left to decide; it follows each change of the roles."""

    def __init__(self, editor: RoleEditor) -> None:
        self._editor, self._place = editor, ui.element("div")
        editor.confirm = self._confirm
        editor.changed.append(self.show)
        self.show()

    def show(self) -> None:
        """Show what is left to decide now."""
        names = undecided_columns(self._editor.story.columns)
        self._place.clear()
        with self._place, ui.element("section").classes("card").mark("deciding"):
            heading("What is left to decide", "undecided")
            if names:
                self._columns(names)
            else:
                ui.label("Every column is decided: it has a role, or is not released.")
            ui.label(person_words(self._editor.story.body, self._editor.profile)).mark("counted")

    def _columns(self, names: list[str]) -> None:
        """Show the undecided columns, and a button for each role that all of them could get."""
        many = count_of(len(names), "column is", "columns are")
        ui.label(f"{many} undecided, and nothing is released before you decide.").classes("strong")
        ui.label(", ".join(names)).classes("small names")
        with ui.element("div").classes("line wrap"):
            for title, role in CHOICES.items():
                button = ui.button(title, on_click=lambda role=role: self._all(role))
                button.props("outline").mark(f"all-{role or 'dropped'}")
        ui.label("Or choose a role for each below, or for several that you select.").classes(
            "quiet"
        )

    async def _all(self, role: str) -> None:
        await self._editor.change_role(undecided_columns(self._editor.story.columns), role)

    async def _confirm(self, names: list[str]) -> bool:
        """Show how unique the columns are, and ask whether they are harmless nevertheless.

        Returns whether the person says so.
        """
        story = self._editor.story
        known = [one for one in story.columns_with_role("quasi-identifier") if one not in names]
        there = [one for one in names if one in self._editor.table.columns]
        unique = await story.visit.call(uniqueness, self._editor.table.id, there, known)
        return await confirm(
            "Are they harmless?",
            "Insensitive columns are released as they are. With what others may know,"
            f" {percent(unique.together)} of the records are the only one with their values.",
            f"All {len(names):,} are insensitive",
            about=unique_lines(unique),
        )


def unique_lines(unique: Uniqueness) -> list[str]:
    """A line for each column with the share of records that are alone with their value.

    The worst column comes first.
    """
    worst = sorted(unique.alone.items(), key=lambda pair: -pair[1])
    return [
        f"{name}: {percent(share)} of the records have their value alone" for name, share in worst
    ]


def person_words(body: StoredKeys, profile: Profile | None) -> str:
    """Whether people or records are counted, and whether somebody must still decide it."""
    person = body.get("person")
    if person:
        return f"Promises count people, told apart by {person}. The step Promises can change that."
    if person is False:
        return "Promises count records, not people, as you decided in the step Promises."
    proposed = profile["study"].get("person") if profile else None
    if proposed:
        return f"Undecided: {proposed} repeats. Say in the step Promises whether people count."
    return "Every record counts as a person."
