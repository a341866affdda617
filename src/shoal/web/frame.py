"""What surrounds every page: the header, the five steps of a study, and who is signed in."""

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

from shoal.server.users import STEWARD
from shoal.version import __version__
from shoal.web.assets import STATIC
from shoal.web.problems import sentences_of
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit

PLACES = {"/": "Studies", "/tables": "Tables", "/ledger": "Ledger", "/shared": "Shared"}
HEAD = (
    f'<link rel="stylesheet" href="{STATIC}/shoal.css">'
    f'<script src="{STATIC}/theme.js"></script>'
    f'<script src="{STATIC}/session.js" defer></script>'
)


@contextmanager
def frame(visit: Visit, title: str, story: Story | None = None, step: str = "") -> Iterator[None]:
    """Show what surrounds a page; the elements of the page go inside `with`.

    Args:
        visit: Who is at the page.
        title: The title of the page.
        story: The study, on pages that belong to one: its steps and its name are shown.
        step: The step that is marked as the current one.
    """
    ui.page_title(f"{title} · Shoal")
    ui.add_head_html(HEAD)
    ui.on_exception(_notify)
    ui.link("Skip to content", "#main").classes("skip")
    with ui.header().classes("top"):
        _show_header(visit)
    with ui.element("div").classes("page").props('id="main"'):  # Quasar's page is the <main>
        if story is not None:
            _show_steps(story, step)
        with ui.element("div").classes("title"):
            ui.label(title).props('role="heading" aria-level="1"').classes("h1")
            if story is not None:
                ui.label(story.name).classes("quiet")
        yield
    with ui.element("footer").classes("foot"):
        ui.label(f"Shoal {__version__}. Nothing on this page comes from, or goes to, elsewhere.")


def _notify(error: Exception) -> None:
    """Show why an event handler failed, and keep the page."""
    ui.notify(
        "\n".join(sentences_of(error)), type="negative", multi_line=True, close_button="Close"
    )


def _show_header(visit: Visit) -> None:
    """Show the header: links to places, the person's name, theme and sign-out.

    Only stewards get all places; others get Shared.
    """
    with ui.link(target="/").classes("brand").props('aria-label="Shoal, home"'):
        ui.element("img").classes("mark").props(f'src="{STATIC}/shoal.svg" alt=""')
        ui.label("Shoal").classes("wide")
    with ui.element("nav").props('aria-label="Places"').classes("places"):
        for target, name in PLACES.items():
            if visit.person.role == STEWARD or target == "/shared":
                ui.link(name, target)
    ui.element("span").classes("grow")
    _button("theme", "contrast", "Light or dark", "shoalTheme.next()")
    ui.label(visit.person.name or "you").classes("quiet wide")
    _button("sign-out", "logout", "Sign out", "shoalSession.signOut()")


def _button(mark: str, icon: str, label: str, script: str) -> None:
    """Show a button with an icon; a click runs a script in the browser."""
    button = ui.button(icon=icon).props(f'flat round dense aria-label="{label}"').mark(mark)
    button.on("click", js_handler=f"() => {script}")
    button.tooltip(label)


def _show_steps(story: Story, current: str) -> None:
    """Show the five steps in order, each as a link."""
    with ui.element("nav").props('aria-label="Steps"').classes("steps"), ui.element("ol"):
        for number, (name, step) in enumerate(STEPS.items(), 1):
            with ui.element("li"):
                link = ui.link(target=story.address(name)).classes("step")
                link.props(f'aria-label="{number}. {step.title}"')  # narrow pages hide names
                if name == current:
                    link.props('aria-current="step"')
                with link:
                    ui.label(str(number)).classes("number").props('aria-hidden="true"')
                    ui.label(step.title).classes("name")
