"""A card for each study: its table, its state, and buttons to rename, duplicate or forget it."""

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredStudy
from shoal.web.pages.data.figures import ROLES
from shoal.web.pages.home.studies import OwnStudy
from shoal.web.problems import show_problems_in
from shoal.web.sure import confirm
from shoal.web.visit import Visit
from shoal.web.words import date_of


def show_cards(visit: Visit, studies: list[OwnStudy]) -> None:
    """Show a card for each study, or a hint if there is none."""
    if not studies:
        ui.label("No studies yet. Begin with a table of yours, or try the example.").classes(
            "empty"
        )
        return
    with ui.element("ul").classes("study-cards"):
        for one in studies:
            with ui.element("li").classes("card") as card:
                _show_card(visit, one, card)


def _show_card(visit: Visit, one: OwnStudy, card: ui.element) -> None:
    """Show one study; `card` is removed when the study is forgotten."""
    with ui.element("div").classes("line wrap"):
        ui.link(one.study.name, f"/studies/{one.study.id}/data").classes("strong study-name")
        ui.element("span").classes("grow")
        if one.run is None:
            ui.label(one.state).classes("quiet small")
        else:
            ui.link(one.state, f"/studies/{one.study.id}/release").classes("small")
    with ui.element("div").classes("line wrap small"):
        about = one.table or "Its table was forgotten; choose another."
        ui.label(about).classes("quiet" if one.table else "warn")
        ui.label(f"changed {date_of(one.study.changed)}").classes("quiet")
    with ui.element("div").classes("line wrap"):
        for role, count in one.roles.items():
            word = role if count == 1 else ROLES.get(role, role)
            ui.label(f"{count} {word}").classes(f"badge role-{role}")
    place = ui.element("div")
    with ui.element("div").classes("line wrap"):
        _button("Rename", "edit", one, lambda: rename(visit, one.study))
        _button("Duplicate", "content_copy", one, lambda: duplicate(visit, one.study, place))
        _button("Forget", "delete_outline", one, lambda: forget(visit, one.study, card, place))


def _button(text: str, icon: str, one: OwnStudy, do: object) -> None:
    """Show a button whose name for screen readers contains the name of the study."""
    button = ui.button(text, icon=icon, on_click=do).props("flat dense")  # type: ignore[arg-type]
    button.props["aria-label"] = f"{text} {one.study.name}"


async def rename(visit: Visit, study: StoredStudy) -> None:
    """Ask for another name, and store it; an empty name changes nothing."""
    with ui.dialog() as dialog, ui.card().classes("stack"):
        dialog.props["aria-label"] = f"Rename {study.name}"
        ui.label("Another name").classes("h2").props('role="heading" aria-level="2"')
        name = ui.input("Name", value=study.name).props("maxlength=200 autofocus outlined")
        name.on("keydown.enter", lambda: dialog.submit(name.value))
        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button("Cancel", on_click=lambda: dialog.submit(None)).props("flat")
            ui.button("Rename", on_click=lambda: dialog.submit(name.value))
    wanted = await dialog
    dialog.delete()
    if wanted and wanted.strip():
        await visit.call(stored.rename_study, study.id, wanted)
        ui.navigate.to("/")


async def duplicate(visit: Visit, study: StoredStudy, place: ui.element) -> None:
    """Store a copy of a study under another name, and show the page again."""
    with show_problems_in(place, "Not copied"):
        await visit.call(stored.keep_study, study.body, f"{study.name} (copy)")
        ui.navigate.to("/")


async def forget(visit: Visit, study: StoredStudy, card: ui.element, place: ui.element) -> None:
    """Remove a study and its card once the person has confirmed it; problems go to `place`."""
    consequence = "The study is removed for good. Its runs and its table stay."
    if not await confirm(f"Forget {study.name}?", consequence, "Forget it"):
        return
    with show_problems_in(place, "Not forgotten"):
        await visit.call(stored.forget_study, study.id)
        card.delete()
