"""What routes work with: the server's settings, its workspace, its jobs, and who asks."""

from asyncio import Semaphore
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated
from weakref import WeakValueDictionary

from fastapi import Depends
from starlette.requests import HTTPConnection

from shoal.api.attempts import Attempts
from shoal.api.links import Links
from shoal.api.settings import Settings
from shoal.ledger.workspace import Workspace
from shoal.server.jobs import Jobs

THREADS = 8  # of the forty that answer everybody


@dataclass(frozen=True)
class Person:
    """Who asks.

    Attributes:
        id: What they keep is kept under it.
        name: Their name.
        role: steward, researcher or viewer.
        session: What their session or token is called; no secret.
        secret: The secret of a browser's session, whose pages must prove that they are ours.
    """

    id: str
    name: str
    role: str
    session: str
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Desk:
    """One running server.

    Attributes:
        settings: What it was told.
        workspace: What it remembers.
        jobs: What it works on.
        links: The one-time tokens that were not used yet.
        attempts: Who failed to sign in lately.
        streams: How many progress streams each person has open.
        uploads: How many files each person sends at this moment.
        sign_ins: How many passwords are looked at, or wait for it, at this moment.
        turns: How many requests of each person have a thread at this moment.
    """

    settings: Settings
    workspace: Workspace
    jobs: Jobs
    links: Links
    attempts: Attempts
    streams: Counter[str] = field(default_factory=Counter)
    uploads: Counter[str] = field(default_factory=Counter)
    sign_ins: Counter[str] = field(default_factory=Counter)
    turns: WeakValueDictionary[str, Semaphore] = field(default_factory=WeakValueDictionary)

    def turn(self, person: str) -> Semaphore:
        """A person's threads: who asks more at once waits, and takes them from nobody else."""
        return self.turns.setdefault(person, Semaphore(THREADS))


def desk_of(connection: HTTPConnection) -> Desk:
    """The server that a request came to."""
    desk: Desk = connection.app.state.desk
    return desk


def person_of(connection: HTTPConnection) -> Person:
    """Who asks; the guard has let them in."""
    person: Person = connection.state.person
    return person


AtDesk = Annotated[Desk, Depends(desk_of)]
Who = Annotated[Person, Depends(person_of)]
