"""The studies of a person, each with its table and its state."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shoal.server import stored
from shoal.server.stored import StoredRun, StoredStudy
from shoal.server.stored.job import FAILED, Job
from shoal.web.visit import Visit
from shoal.web.words import date_of

RUNS = {"run", "apply"}


@dataclass(frozen=True)
class OwnStudy:
    """A study as it is shown in a list.

    Attributes:
        study: The study itself.
        table: The name of its table; empty if the table was forgotten.
        state: Whether it runs, failed or was given, in words.
        run: The id of its newest run; None if it was never run.
    """

    study: StoredStudy
    table: str
    state: str
    run: str | None

    @property
    def roles(self) -> dict[str, int]:
        """How many columns have each role."""
        counts: dict[str, int] = {}
        for keys in self.study.body.get("columns", {}).values():
            role = str(keys.get("role", ""))
            counts[role] = counts.get(role, 0) + 1
        return counts


async def own_studies(visit: Visit) -> list[OwnStudy]:
    """All studies of a person; the one that was changed last comes first."""
    studies, tables, runs = await asyncio.gather(
        visit.call(stored.studies), visit.call(stored.tables), visit.call(stored.runs)
    )
    jobs = await asyncio.to_thread(visit.desk.jobs.jobs, visit.person.id)
    names = {one.id: one.name for one in tables}
    listed = [_own(one, names, runs, jobs) for one in studies]
    return sorted(listed, key=lambda one: one.study.changed, reverse=True)


def _own(
    study: StoredStudy, names: Mapping[str, str], runs: Iterable[StoredRun], jobs: Iterable[Job]
) -> OwnStudy:
    """A study with the name of its table, its newest run and its state."""
    own = [one for one in runs if one.study == study.id]
    newest = own[-1] if own else None
    about = [one for one in jobs if one.action in RUNS and _is_about(one.arguments, study.id, own)]
    state = state_of(newest, about[-1] if about else None)
    return OwnStudy(study, names.get(study.table or "", ""), state, newest.id if newest else None)


def _is_about(arguments: Mapping[str, Any], study: str, runs: list[StoredRun]) -> bool:
    """Whether the arguments of a job name the study, or one of its runs."""
    return arguments.get("study") == study or arguments.get("run") in {one.id for one in runs}


def state_of(run: StoredRun | None, job: Job | None) -> str:
    """The state of a study in words, by its newest run and the newest job for one."""
    if job is not None and not job.is_over:
        return "is running now"
    if job is not None and job.state == FAILED and (run is None or job.created > run.created):
        return "the last run failed"
    if run is None:
        return "not run yet"
    return f"run {date_of(run.created)}, {'given' if run.given else 'not given yet'}"
