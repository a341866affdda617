"""The websocket of a job's progress: the same guard, and the page must be ours."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from shoal.api.desk import Desk, Person, desk_of
from shoal.api.guard import admit
from shoal.api.routes.jobs import changes, refuse_more_streams
from shoal.errors import ShoalError
from shoal.server.users import STEWARD

REFUSED = 1008  # policy violation (RFC 6455)


async def job_socket(socket: WebSocket) -> None:
    """One JSON message for each change of a job, until it is over."""
    desk, id = desk_of(socket), socket.path_params["id"]
    try:
        who = await asyncio.to_thread(admit, socket, (STEWARD,))
        await asyncio.to_thread(desk.jobs.job, who.id, id)
        refuse_more_streams(desk, who)
    except (HTTPException, ShoalError):
        await socket.close(REFUSED)
        return
    await socket.accept()
    telling = asyncio.create_task(_tell(socket, desk, who, id))
    listening = asyncio.create_task(_until_gone(socket))
    _, open_ = await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
    for task in open_:
        task.cancel()
    if not telling.cancelled() and telling.done() and telling.exception() is None:
        await socket.close()


async def _tell(socket: WebSocket, desk: Desk, who: Person, id: str) -> None:
    async for one in changes(desk, who, id):
        await socket.send_text("null" if one is None else one)


async def _until_gone(socket: WebSocket) -> None:
    """What a listener says is not listened to; it only counts that it is there."""
    try:
        while True:
            await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        return


ROUTES = [WebSocketRoute("/api/v1/jobs/{id}/events", job_socket)]
