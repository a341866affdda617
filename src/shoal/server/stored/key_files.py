"""Secret keys of pseudonyms and shifted dates: made here, known by an id, never shown."""

from dataclasses import dataclass
from pathlib import Path

from shoal.identifiers.key_file import key_in
from shoal.ledger.account import now
from shoal.ledger.workspace import Workspace
from shoal.server.stored.drafts import private_folder
from shoal.server.stored.ids import check_id, clean_name, new_id, not_found, read_rows

KEY = "key"


@dataclass(frozen=True)
class StoredKey:
    """A key, without its secret."""

    id: str
    owner: str
    name: str
    created: str


def make_key(workspace: Workspace, owner: str, name: str) -> StoredKey:
    """Make a random key, which never leaves this workspace; returns what may be told of it."""
    key = StoredKey(new_id(), owner, clean_name(name), now())
    private_folder(workspace, "keys")
    key_in(_path(workspace, key.id), create=True)
    with workspace.transaction() as connection:
        row = (key.id, owner, key.name, key.created)
        connection.execute("INSERT INTO keys (id, owner, name, created) VALUES (?, ?, ?, ?)", row)
    return key


def keys(workspace: Workspace, owner: str) -> list[StoredKey]:
    """All keys of an owner, the oldest first."""
    query = "SELECT id, owner, name, created FROM keys WHERE owner = ? ORDER BY created, rowid"
    return [StoredKey(*row) for row in read_rows(workspace, query, owner)]


def forget_key(workspace: Workspace, owner: str, id: str) -> None:
    """Destroy a key; from then on nobody can find the people behind its pseudonyms."""
    path = key_path(workspace, owner, id)
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM keys WHERE id = ?", [id])
        path.unlink(missing_ok=True)  # a key file without a row would stay for good


def key_path(workspace: Workspace, owner: str, id: object) -> Path:
    """The file of a key; NotFound unless it is the owner's."""
    known = check_id(id, KEY)
    if all(key.id != known for key in keys(workspace, owner)):
        raise not_found(KEY)
    return _path(workspace, known)


def _path(workspace: Workspace, id: str) -> Path:
    return workspace.folder / "keys" / f"{id}.key"
