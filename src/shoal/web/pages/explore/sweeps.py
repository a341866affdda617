"""The sweep of a study: taken from an earlier job, or made now; or why there can be none.

A sweep does not depend on the k, limit and weights of the study, so it stays valid when only these
change. The server knows that for sweeps it has seen being made; any other sweep is valid if the
study has not changed since.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from shoal.report.types.frontier import FrontierReport
from shoal.server import stored
from shoal.server.jobs import Job
from shoal.server.stored.job import DONE
from shoal.server.stored.study_keys import StoredKeys
from shoal.web.pages.explore.settings import K_ANONYMITY, Settings, settings_of
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "frontier"
SEEN = 500  # jobs that are remembered
# The study that each job has swept, by the id of the job, the oldest first.
_MADE_FOR: OrderedDict[str, StoredKeys] = OrderedDict()
DP = "differential-privacy"


@dataclass(frozen=True)
class Sweep:
    """A sweep of a study.

    Attributes:
        job: The id of its job, which can be asked more.
        report: What the job found.
        body: The study when it was made.
    """

    job: str
    report: FrontierReport
    body: StoredKeys

    @property
    def settings(self) -> Settings:
        """The settings of the study at that time; the Pareto points are for its weights."""
        return settings_of(self.body)


async def new_sweep(visit: Visit, story: Story, place: ui.element) -> Sweep | None:
    """Sweep the study and show the progress; None if that failed, which is then shown."""
    body = deepcopy(story.body)
    done = await work(visit, ACTION, {"study": story.id}, "Looking at every candidate", place)
    if done is None:
        return None
    remember(done.id, body)
    return Sweep(done.id, done.result, body)


async def earlier_sweep(visit: Visit, story: Story) -> Sweep | None:
    """The newest sweep that is valid for the study and that a worker still keeps, or None."""
    changed = (await visit.call(stored.study, story.id)).changed
    jobs = await asyncio.to_thread(visit.desk.jobs.jobs, visit.person.id)
    for job in reversed(jobs):
        body = _body_of(job, story, changed)
        if body is not None and await _is_there(visit, job.id):
            swept = await asyncio.to_thread(visit.desk.jobs.job, visit.person.id, job.id)
            return Sweep(swept.id, swept.result, deepcopy(body))
    return None


def remember(job: str, body: StoredKeys) -> None:
    """Remember the study that a job has swept, for the last SEEN jobs of this process."""
    _MADE_FOR[job] = body
    while len(_MADE_FOR) > SEEN:
        _MADE_FOR.popitem(last=False)


def share_sweep(first: StoredKeys, second: StoredKeys) -> bool:
    """Whether one sweep is valid for both studies."""
    return _kernel(first) == _kernel(second)


def _kernel(body: StoredKeys) -> str:
    """The part of a study that a sweep depends on, as text."""
    left = deepcopy(body)
    left.pop("suppression_limit", None)
    for promise in left.get("privacy", []):
        if promise.get("model") == K_ANONYMITY:
            promise.pop("k", None)
    for keys in left.get("columns", {}).values():
        keys.pop("weight", None)
    return json.dumps(left, sort_keys=True)


def _body_of(job: Job, story: Story, changed: str) -> StoredKeys | None:
    """The study that a job has swept; None if the job is no valid sweep of the story."""
    if (job.action, job.state, job.arguments.get("study")) != (ACTION, DONE, story.id):
        return None
    known = _MADE_FOR.get(job.id)
    if known is not None:
        return known if share_sweep(known, story.body) else None
    return story.body if job.created > changed else None


async def _is_there(visit: Visit, job: str) -> bool:
    """Whether a worker still keeps the sweep of a job."""
    try:
        await visit.ask(job, {"k": 2})
    except stored.NotFound:
        return False
    return True


def why_no_sweep(body: Mapping[str, Any]) -> str | None:
    """Why a study cannot be swept, as sentences; None if nothing speaks against it."""
    models = [one.get("model") for one in body.get("privacy", [])]
    if DP in models:
        return (
            "The study promises differential privacy. To tell how good each candidate is would"
            " tell more about the data than it allows."
        )
    if body.get("method") or _is_local(body):
        return (
            "Candidates are levels for all records, and a study with a method of its own or with"
            " local recoding has none."
        )
    if not models:
        return "The study promises nothing yet. Add k-anonymity in the step Promises."
    if any(model != K_ANONYMITY for model in models):
        return (
            "Sliders need a study that promises k-anonymity and nothing else; this one promises"
            f" {', '.join(str(model) for model in models)}."
        )
    if body.get("person"):
        return "The study counts people instead of records."
    return None


def can_list_candidates(body: Mapping[str, Any]) -> bool:
    """Whether the candidates of a study can at least be listed."""
    models = [one.get("model") for one in body.get("privacy", [])]
    return bool(models) and DP not in models and not body.get("method") and not _is_local(body)


def _is_local(body: Mapping[str, Any]) -> bool:
    """Whether the study recodes locally or as a series."""
    recoding = body.get("recoding")
    kind = recoding.get("mode") if isinstance(recoding, Mapping) else recoding
    return kind is not None and kind != "global"
