"""Uploads: the pieces of a body as they come, for a function that knows nothing of a network."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from anyio import from_thread
from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from shoal.api.problems import Refused

Kept = TypeVar("Kept")


async def uploaded(request: Request, keep: Callable[[Iterator[bytes]], Kept]) -> Kept:
    """What a function makes of the body; it runs in a thread, and the loop feeds it."""
    try:
        return await run_in_threadpool(keep, _pieces(request.stream()))
    except ClientDisconnect:
        raise Refused(400, "The upload ended before its end. Nothing was kept.") from None
    except TimeoutError:
        raise Refused(400, "The upload stopped for too long. Nothing was kept.") from None


def _pieces(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """Called from the thread; each piece is waited for in the loop."""

    async def next_piece() -> bytes | None:
        return await anext(stream, None)

    while (piece := from_thread.run(next_piece)) is not None:
        yield piece
