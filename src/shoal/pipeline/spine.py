"""One run: the only orchestrator. Data flows one way, and every arrow is a function.

    place ─ read ─► Read ─ prepare ─► Prepared ─ solve ─► Solved ─ release ─► Released
        ─ write ─► Written ─ verify ─► Verified ─ report ─► Reported ─ publish ─► place

Command line, Python tables, REST, Spark frames, DuckDB and the folds of learning go through here.
A study has one way to be solved (`ways`), a run has one place (`places`), and both are chosen
before it starts. Every state is frozen and holds the one before.
"""

import contextlib
from collections.abc import Iterator

from shoal.errors import NoReleaseError, VerificationError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.release.apply import release
from shoal.pipeline.states.place import Place
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.solved import Solved
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Verified, Written
from shoal.pipeline.summary.summarize import make_report
from shoal.progress import Progress, Watch, ignore_progress
from shoal.study.study import Study
from shoal.verify import Verdict


def run(place: Place, clock: Stopwatch, watch: Watch = ignore_progress) -> Reported:
    """Anonymize the table of a place; the release is verified, reported and published there."""
    with verify_release(place, clock, watch) as verified:
        reported = report(verified, clock)
        place.publish(reported)
        return reported


@contextlib.contextmanager
def verify_release(
    place: Place, clock: Stopwatch, watch: Watch = ignore_progress
) -> Iterator[Verified]:
    """Write and verify a release; it is kept if the block ends without an error.

    An error is raised, and nothing is kept, if the check refuses the release.
    """
    with contextlib.ExitStack() as until_over:
        written = _write(place, until_over, clock, watch)
        if not written.released.outcome.canceled:
            watch(Progress("verify", 0, 1))
        with clock.stage("verify"):
            verdict = place.verify(written)
        yield Verified(written, approve(verdict, written.study))


def anonymize(read: Read, clock: Stopwatch, watch: Watch = ignore_progress) -> Released:
    """The part of a run that needs no place: from a table to its release."""
    watch(Progress("encode", 0, 1))
    with clock.stage("encode"):
        prepared = prepare(read)
    solved = solve(prepared, clock, watch)
    if not solved.outcome.canceled:
        watch(Progress("transform", 0, 1))
    with clock.stage("transform"):
        return release(solved)


def solve(prepared: Prepared, clock: Stopwatch, watch: Watch = ignore_progress) -> Solved:
    """The solution that the way of the study finds."""
    with clock.stage("encode"):
        problem = problem_of(prepared)
    watch(Progress("search", 0, problem.lattice.size, may_end_before=True))
    with clock.stage("search"):
        answer = prepared.way.solve(prepared, problem, watch)
    return Solved(prepared, problem, answer.recoded, answer.outcome, answer.treated)


def report(verified: Verified, clock: Stopwatch) -> Reported:
    """Everything that the run tells about its release."""
    return Reported(verified, make_report(verified, clock))


def approve(verdict: Verdict, study: Study) -> Verdict:
    """The verdict, if nothing in it refuses the release; otherwise an error with every failure."""
    if verdict.holds:
        return verdict
    hidden = [name for name in study.quasi_identifiers if name not in study.released]
    if hidden and all(finding.model is not None for finding in verdict.failures):
        raise NoReleaseError(
            f"Without {', '.join(map(repr, hidden))}, which `output.columns` leaves out, classes"
            " merge into larger ones that break a promise; nothing was kept. Write these columns,"
            " or take them out of `columns`, so that classes are formed without them.",
            *(f"{finding.model}: {finding.reason}" for finding in verdict.failures),
        )
    raise VerificationError(
        "The independent check refused the release; nothing was kept.",
        *(f"{finding.check}: {finding.reason}" for finding in verdict.failures),
    )


def _write(
    place: Place, until_over: contextlib.ExitStack, clock: Stopwatch, watch: Watch
) -> Written:
    """Read, anonymize and write; tables that are no longer needed leave the memory.

    `until_over` holds the place open, and the draft, until the caller is done with them.
    """
    watch(Progress("read", 0, 1))
    with clock.stage("read"):
        here = until_over.enter_context(place.open_for_run())
        read = here.read()
    released = anonymize(read, clock, watch)
    del read
    if released.outcome.canceled:  # the search was stopped: what it found by then is written
        watch = ignore_progress
    watch(Progress("write", 0, 1))
    return until_over.enter_context(here.write_release(released, clock, watch))
