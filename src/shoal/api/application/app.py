"""The application: gate, guard, routes and problems put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from shoal.api.application.gate import Gate
from shoal.api.application.openapi import describe
from shoal.api.attempts import Attempts
from shoal.api.desk import Desk
from shoal.api.links import Links
from shoal.api.problems import add_problems
from shoal.api.routes import NOUNS, pages, sockets
from shoal.api.settings import Settings
from shoal.ledger.workspace import Workspace
from shoal.server import passwords
from shoal.server.jobs import Jobs
from shoal.server.users import local_user
from shoal.version import __version__


def application(settings: Settings) -> FastAPI:
    """A service for one workspace; jobs begin when it starts and end with it."""
    workspace = Workspace(settings.workspace.resolve())
    jobs = Jobs(workspace, workers=settings.workers, limits=settings.kept)
    desk = Desk(settings, workspace, jobs, Links(), Attempts())

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        if settings.is_loopback:
            await run_in_threadpool(local_user, workspace)
        await run_in_threadpool(passwords.get_ready)
        await run_in_threadpool(jobs.start)
        try:
            yield
        finally:
            await run_in_threadpool(jobs.close)

    app = FastAPI(
        title="Shoal",
        version=__version__,
        lifespan=running,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # a route of ours
        redirect_slashes=False,
    )
    app.state.desk = desk
    for each in (*NOUNS, pages):  # not included but added: a route keeps its guard and its address
        app.router.routes.extend(each.router.routes)
    app.router.routes.extend(sockets.ROUTES)
    add_problems(app)
    describe(app, settings)
    app.add_middleware(Gate, settings=settings)
    return app
