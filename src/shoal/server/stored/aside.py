"""Move folders that the database does not know aside, instead of deleting them."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from shoal.ledger.workspace import Workspace
from shoal.server.stored.drafts import private_folder

log = logging.getLogger("shoal.workspace")


def move_aside(workspace: Workspace, unknown: Path) -> None:
    """Move a folder of the workspace to the same path below `aside/TIME`."""
    home = private_folder(workspace, "aside") / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}"
    place = home / unknown.relative_to(workspace.folder)
    home.mkdir(mode=0o700, exist_ok=True)
    place.parent.mkdir(mode=0o700, exist_ok=True)
    unknown.rename(place)
    log.warning(
        "%s is in the folder but not in the database, which may be an older copy. It was moved to"
        " %s. Releases in it are not in the ledger.",
        *(path.relative_to(workspace.folder) for path in (unknown, place)),
    )
