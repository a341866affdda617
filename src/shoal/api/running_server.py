"""What routes work with: the running server, and the person who asks."""

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

THREADS = 8  # that one person may use, out of the forty that answer all people


@dataclass(frozen=True)
class Person:
    """Who asks.

    Attributes:
        id: The owner id of what they store.
        name: Their name.
        role: steward, researcher or viewer.
        session: The id of their session or token, not its secret.
        secret: The secret of a browser's session; None for a script.
    """

    id: str
    name: str
    role: str
    session: str
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class RunningServer:
    """One running server.

    Attributes:
        settings: The settings with which it was started.
        workspace: Where it stores everything.
        jobs: Its jobs.
        links: The one-time tokens that were not used yet.
        attempts: The recent failures to sign in.
        streams: How many progress streams each person has open.
        uploads: How many files each person is uploading.
        sign_ins: How many passwords are being checked or wait to be checked.
        turns: The threads of each person.
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
        """The semaphore of a person, to hold during a request that takes a thread.

        More requests at once wait for it, and take no thread from others.
        """
        return self.turns.setdefault(person, Semaphore(THREADS))


def server_of(connection: HTTPConnection) -> RunningServer:
    """The server that a request came to."""
    server: RunningServer = connection.app.state.server
    return server


def person_of(connection: HTTPConnection) -> Person:
    """The person who asks, as the guard has found out."""
    person: Person = connection.state.person
    return person


ThisServer = Annotated[RunningServer, Depends(server_of)]
Who = Annotated[Person, Depends(person_of)]
