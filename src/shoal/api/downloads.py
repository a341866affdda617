"""Responses that send a file of the workspace."""

from pathlib import Path

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

# Our pages contain their styles and pictures, and have no scripts.
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none';"
    " base-uri 'none'; form-action 'none'"
)


class WholeFile(FileResponse):
    """A response with a whole file; requests for a part of it are ignored."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, whatever range was asked for."""
        kept = [pair for pair in scope["headers"] if pair[0] not in {b"range", b"if-range"}]
        await super().__call__({**scope, "headers": kept}, receive, send)


def file_response(
    path: Path, media: str, *, save: bool = False, policy: str | None = None
) -> WholeFile:
    """A response with a file, under the name it has in its folder, never one from a request.

    Args:
        path: The file.
        media: Its media type.
        save: Whether browsers save it instead of showing it.
        policy: Its Content-Security-Policy; None for the one of all answers.
    """
    headers = {"Content-Security-Policy": policy} if policy else {}
    return WholeFile(
        path,
        media_type=media,
        headers=headers,
        filename=path.name,
        content_disposition_type="attachment" if save else "inline",
    )
