"""What a server finds in its workspace and nobody knows is moved aside; it is never deleted."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from shoal.ledger.workspace import Workspace
from shoal.server.stored.drafts import private_folder

log = logging.getLogger("shoal.workspace")


def move_aside(workspace: Workspace, found: Path) -> None:
    """Move something into `aside/TIME`, under the names of its folder and of itself."""
    home = private_folder(workspace, "aside") / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}"
    place = home / found.relative_to(workspace.folder)
    home.mkdir(mode=0o700, exist_ok=True)
    place.parent.mkdir(mode=0o700, exist_ok=True)
    found.rename(place)
    log.warning(
        "%s is in the folder but not in the database, which may be an older copy. It was moved to"
        " %s. Releases in it are not in the ledger.",
        *(path.relative_to(workspace.folder) for path in (found, place)),
    )
