"""Uploads: the pieces of a body as they come, for a function that knows nothing of a network."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from anyio import CapacityLimiter, from_thread, to_thread
from anyio.lowlevel import RunVar
from fastapi import Request
from starlette.requests import ClientDisconnect

from shoal.api.desk import desk_of, person_of
from shoal.api.problems import Refused

Kept = TypeVar("Kept")
EACH, ALL = 4, 32  # uploads at the same time, of one person and of all
_THREADS: RunVar[CapacityLimiter] = RunVar("threads of uploads")


async def uploaded(request: Request, keep: Callable[[Iterator[bytes]], Kept]) -> Kept:
    """What a function makes of the body; it runs in a thread, and the loop feeds it."""
    desk, who = desk_of(request), person_of(request).name
    if desk.uploads[who] >= EACH:
        raise Refused(429, f"You upload {EACH} files already. Wait for one of them.")
    desk.uploads[who] += 1
    try:
        return await to_thread.run_sync(keep, _pieces(request.stream()), limiter=_limiter())
    except ClientDisconnect:
        raise Refused(400, "The upload ended before its end. Nothing was kept.") from None
    except TimeoutError:
        raise Refused(400, "The upload stopped for too long. Nothing was kept.") from None
    finally:
        desk.uploads[who] -= 1


def _limiter() -> CapacityLimiter:
    """Threads of their own: slow uploads must not take those that answer everybody else."""
    try:
        return _THREADS.get()
    except LookupError:
        _THREADS.set(CapacityLimiter(ALL))
        return _THREADS.get()


def _pieces(stream: AsyncIterator[bytes]) -> Iterator[bytes]:
    """Called from the thread; each piece is waited for in the loop."""

    async def next_piece() -> bytes | None:
        return await anext(stream, None)

    while (piece := from_thread.run(next_piece)) is not None:
        yield piece
