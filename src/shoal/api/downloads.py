"""Files of the workspace on their way out."""

from pathlib import Path

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

# Pages are complete in themselves: their styles and pictures are inside, and nothing runs.
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none';"
    " base-uri 'none'; form-action 'none'"
)


class Whole(FileResponse):
    """A file, always from its beginning to its end."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer without looking for parts that were asked for."""
        kept = [pair for pair in scope["headers"] if pair[0] not in {b"range", b"if-range"}]
        await super().__call__({**scope, "headers": kept}, receive, send)


def sent(path: Path, media: str, *, save: bool = False, policy: str | None = None) -> Whole:
    """A file; the name is that of the run folder, never one that somebody typed."""
    headers = {"Content-Security-Policy": policy} if policy else {}
    return Whole(
        path,
        media_type=media,
        headers=headers,
        filename=path.name,
        content_disposition_type="attachment" if save else "inline",
    )
