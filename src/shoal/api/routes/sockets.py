"""The websocket of a job's progress; the guard checks it like a request."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from shoal.api.guard import admit
from shoal.api.routes.jobs import changes, refuse_more_streams
from shoal.api.running_server import Person, RunningServer, server_of
from shoal.errors import ShoalError
from shoal.server.users import STEWARD

REFUSED = 1008  # policy violation (RFC 6455)


async def job_socket(socket: WebSocket) -> None:
    """One JSON message for each change of a job, until it is over."""
    server, id = server_of(socket), socket.path_params["id"]
    try:
        who = await asyncio.to_thread(admit, socket, (STEWARD,))
        await asyncio.to_thread(server.jobs.job, who.id, id)
        refuse_more_streams(server, who)
    except (HTTPException, ShoalError):
        await socket.close(REFUSED)
        return
    await socket.accept()
    telling = asyncio.create_task(_tell(socket, server, who, id))
    listening = asyncio.create_task(_until_gone(socket))
    _, open_ = await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
    for task in open_:
        task.cancel()
    if not telling.cancelled() and telling.done() and telling.exception() is None:
        await socket.close()


async def _tell(socket: WebSocket, server: RunningServer, who: Person, id: str) -> None:
    """Send each change of the job; `null` now and then shows that the connection lives."""
    async for job in changes(server, who, id):
        await socket.send_text("null" if job is None else job)


async def _until_gone(socket: WebSocket) -> None:
    """Wait until the client is gone; what it sends is ignored."""
    try:
        while True:
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        return


ROUTES = [WebSocketRoute("/api/v1/jobs/{id}/events", job_socket)]
