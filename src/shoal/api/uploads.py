"""Uploads: pass the pieces of a body, as they arrive, to a function in a thread."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from anyio import from_thread, to_thread
from fastapi import Request
from starlette.requests import ClientDisconnect

from shoal.api.problems import Refused
from shoal.api.running_server import desk_of, person_of
from shoal.api.threads import threads

Kept = TypeVar("Kept")
EACH, ALL = 4, 32  # uploads at the same time, of one person and of all


async def uploaded(request: Request, keep: Callable[[Iterator[bytes]], Kept]) -> Kept:
    """Call a function with the pieces of the body, in a thread; returns its result."""
    server, who = desk_of(request), person_of(request).name
    if server.uploads[who] >= EACH:
        raise Refused(429, f"You upload {EACH} files already. Wait for one of them.")
    server.uploads[who] += 1
    try:
        # Slow uploads must not take the threads that answer everybody else.
        return await to_thread.run_sync(
            keep, _pieces(request.stream()), limiter=threads("uploads", ALL)
        )
    except ClientDisconnect:
        raise Refused(400, "The upload ended before its end. Nothing was kept.") from None
    finally:
        server.uploads[who] -= 1


def _pieces(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces in the thread; the event loop waits for each of them."""

    async def next_piece() -> bytes | None:
        return await anext(stream, None)

    while (piece := from_thread.run(next_piece)) is not None:
        yield piece
