"""Registers pages: a page is a function that gets the visit and, for a step of a study, its story.

@story_page("columns")                      @plain_page("/ledger", "Ledger")
async def columns(visit, story): ...        async def ledger(visit): ...
"""

from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import ui

from shoal.server.stored import NotFound
from shoal.server.users import STEWARD
from shoal.web.frame import frame
from shoal.web.problems import show_problems
from shoal.web.story import PART_OF, STEPS, Story, story_of
from shoal.web.visit import Visit, visit_of

StoryBuilder = Callable[[Visit, Story], Awaitable[None]]
Builder = Callable[[Visit], Awaitable[None]]
PATIENCE = 30.0  # seconds until a page must be built; long work is a job


def story_page(step: str, title: str = "") -> Callable[[StoryBuilder], StoryBuilder]:
    """Register a page of a study at `/studies/ID/STEP`.

    Only the steward of the study sees it. People of other roles are sent to `/shared`; a study of
    somebody else is not found.

    Args:
        step: A step of STEPS, or a page of PART_OF.
        title: The title of the page; the title of the step if empty.
    """

    def register(build: StoryBuilder) -> StoryBuilder:
        async def show(request: Request, id: str) -> Response | None:
            visit = visit_of(request)
            if visit.person.role != STEWARD:
                return RedirectResponse("/shared", 303)
            try:
                story = await story_of(visit, id)
            except NotFound as error:
                _show_not_found(visit, error)
                return None
            with frame(visit, title or STEPS[step].title, story, PART_OF.get(step, step)):
                await build(visit, story)
            return None

        ui.page(f"/studies/{{id}}/{step}", response_timeout=PATIENCE)(show)
        return build

    return register


def plain_page(
    path: str, title: str, roles: tuple[str, ...] = (STEWARD,)
) -> Callable[[Builder], Builder]:
    """Register a page that belongs to no study; people of other roles are sent to `/shared`.

    If the page raises NotFound, it shows that, with status 404.
    """

    def register(build: Builder) -> Builder:
        async def show(request: Request) -> Response | None:
            visit = visit_of(request)
            if visit.person.role not in roles:
                return RedirectResponse("/shared", 303)
            with frame(visit, title):
                try:
                    await build(visit)
                except NotFound as error:
                    ui.context.client.status_code = 404
                    show_problems(error)
            return None

        ui.page(path, response_timeout=PATIENCE)(show)
        return build

    return register


def _show_not_found(visit: Visit, error: NotFound) -> None:
    """Show that the study is not found; the page is the same if it is somebody else's."""
    ui.context.client.status_code = 404
    with frame(visit, "Not found"):
        show_problems(error)
        ui.link("To your studies", "/")
