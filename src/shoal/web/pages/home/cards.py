"""A card for each study: what it is about, what has become of it, what can be done with it."""

from nicegui import ui

from shoal.web.pages.data.figures import ROLES
from shoal.web.pages.home.changes import duplicate, forget, rename
from shoal.web.pages.home.studies import OwnStudy
from shoal.web.pages.tables.words import date_of
from shoal.web.visit import Visit


def cards(visit: Visit, studies: list[OwnStudy]) -> None:
    """All studies; a hint where there is none."""
    if not studies:
        ui.label("No studies yet. Begin with a table of yours, or try the example.").classes(
            "empty"
        )
        return
    with ui.element("ul").classes("study-cards"):
        for one in studies:
            with ui.element("li").classes("card") as card:
                _card(visit, one, card)


def _card(visit: Visit, one: OwnStudy, card: ui.element) -> None:
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
    made = ui.button(text, icon=icon, on_click=do).props("flat dense")  # type: ignore[arg-type]
    made.props["aria-label"] = f"{text} {one.study.name}"
