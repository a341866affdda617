"""The list of studies tells what has become of each."""

from dataclasses import replace

from shoal.server.stored import StoredRun
from shoal.server.stored.job import CANCELED, DONE, FAILED, RUNNING, Job
from shoal.web.pages.home.studies import state_of

RUN = StoredRun("r", "ann", "s", "t", {}, "release", "2026-11-15T10:00:00")
JOB = Job("r", "ann", "run", {}, DONE, None, None, None, None, "2026-11-15T09:59:00", None, None)


def test_the_newest_thing_counts():
    assert state_of(None, None) == "not run yet"
    assert state_of(None, replace(JOB, state=RUNNING)) == "is running now"
    assert state_of(None, replace(JOB, state=CANCELED)) == "not run yet"
    assert state_of(RUN, JOB) == "run 2026-11-15 10:00 UTC, not given yet"
    assert state_of(replace(RUN, given="2026-11-15T11:00:00"), JOB).endswith(", given")
    failed = replace(JOB, state=FAILED, created="2026-11-15T12:00:00")
    assert state_of(RUN, failed) == "the last run failed"
    assert state_of(RUN, replace(failed, created="2026-11-14T12:00:00")).startswith("run ")
