"""Recording a run: it is compared with earlier releases before it is visible, and then kept.

An ordinary run is a draft: its summary says what it would tell together with releases, and nothing
is refused. A release that others have at once is refused here, as a draft is when it is given.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.file_system import hold_lock
from shoal.data.input_identity import fingerprint, input_identity
from shoal.errors import ShoalError
from shoal.ledger import ledger
from shoal.ledger.account import now
from shoal.ledger.chain import series_of
from shoal.ledger.compare import compare_with_earlier
from shoal.ledger.facts import build_shown
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.ledger import Entry
from shoal.ledger.roster import cell_fingerprints, roster_of
from shoal.ledger.rosters import UNKNOWN, PackedRoster
from shoal.ledger.trace import (
    SHOWN,
    UNTRACED,
    Made,
    is_private,
    old_trace_of,
    pack,
    trace_of,
)
from shoal.ledger.workspace import Workspace, ledger_of, workspace_of
from shoal.privacy.model import minimum_size
from shoal.report.types.ledger import LedgerFacts
from shoal.report.types.summary import Report
from shoal.study.replacing_rules import refuse_keys_inside
from shoal.study.study import Study
from shoal.version import __version__


@dataclass(frozen=True, eq=False)
class Traced:
    """What the ledger keeps of input and release, taken while their cells are in memory.

    Attributes:
        parts: The trace, packed.
        roster: The roster of the input, packed.
        records: How many records the input has.
        visible: How many of them the release shows.
        input: The fingerprint of the input.
        columns: The names of its columns.
        promised: What `smallest_promised_class` returns.
    """

    parts: tuple[bytes, ...]
    roster: PackedRoster
    records: int
    visible: int
    input: str
    columns: tuple[str, ...]
    promised: int

    @property
    def digest(self) -> str:
        """The fingerprint of the trace."""
        return hashlib.sha256(b"".join(self.parts)).hexdigest()


@dataclass(frozen=True)
class Recorder:
    """Writes one run into the ledger.

    Attributes:
        workspace: Where the ledger is.
        study: The study that is run.
        place: The run folder as people will see it; empty if there is none.
        id: The name of the release.
        at_once: Whether others have it as soon as it is visible.
        home: The run's own workspace; the ledger may be a shared one.
        until_over: Closes what is held as long as the run lives.
    """

    workspace: Workspace
    study: Study
    place: str
    id: str
    at_once: bool
    home: Workspace
    until_over: contextlib.ExitStack

    def trace(self, done: Made, shown: pl.DataFrame, sha256: str | None) -> Traced:
        """What the ledger keeps of input and release; makes the workspace if there is none.

        Args:
            done: The anonymized table.
            shown: Its released cells, with pseudonyms and shifted dates.
            sha256: The fingerprint of the input's file; None if it is no file.
        """
        fingerprints = Fingerprints(self.workspace.key())
        raw = done.whole.frame
        known = cell_fingerprints(raw, fingerprints)
        trace = trace_of(done, shown, known, fingerprints)
        if self.workspace.exists and ledger.has_old_releases(self.workspace):
            trace = trace.hstack(old_trace_of(done, shown, fingerprints))
        return Traced(
            tuple(pack(trace)),  # a tenth of its size: it is kept while the release is verified
            PackedRoster.of(roster_of(known)),
            trace.height,
            int((trace["state"] == SHOWN).sum()),
            input_identity(sha256, raw),
            tuple(raw.columns),
            smallest_promised_class(done),
        )

    def trace_without_records(self, done: Made, sha256: str | None) -> Traced:
        """What the ledger keeps of a release whose records were never in memory: no trace of them.

        What it and another release of the same data tell together cannot be found out; whoever
        wants both has to acknowledge that.
        """
        names = done.whole.names
        identity = sha256 or hashlib.sha256(str((names, done.whole.records)).encode()).hexdigest()
        kept, entries = ~done.outcome.suppressed, done.problem.encoded.entries
        visible = int(kept.sum() if entries is None else entries[kept].sum())
        same = str((identity, done.outcome.levels, visible, done.study.written))
        digest = hashlib.sha256(self.workspace.key() + same.encode()).hexdigest()
        part = pl.DataFrame({UNTRACED: [digest]})
        parts, records = tuple(pack(part)), done.whole.records
        return Traced(
            parts, UNKNOWN, records, visible, identity, names, smallest_promised_class(done)
        )

    def admit(self, traced: Traced, report: Report, draft: Path, release: Path | None) -> None:
        """Write a run into the ledger, as pending, and into its summary what it tells with others.

        If others have it as soon as it is visible, and it tells too much, this is a
        `NoReleaseError`. The run's lock is held until `until_over` is closed.

        Args:
            traced: What `trace` or `trace_without_records` returned.
            report: The report of the run; its summary is changed.
            draft: The folder in which it lies until it is visible.
            release: Its file; None if it is a table of a database.
        """
        series = series_of(self.workspace, self.study)
        facts = _facts(self.study, traced, report, series) | {
            "draft": str(draft),
            "at_once": self.at_once,
            "release": {
                "file": None if release is None else release.name,
                "sha256": fingerprint(release),
                "records": traced.visible,
                "columns": self.study.written,
            },
        }
        known = (self.place, traced.digest, facts, self.workspace.owner, traced.roster.name)
        new = Entry(0, self.id, ledger.PENDING, now(), traced.input, *known)
        lock = ledger.lock_file(self.workspace, self.id)
        lock.touch(mode=0o600)
        self.until_over.enter_context(hold_lock(lock))
        self.until_over.callback(lock.unlink, missing_ok=True)
        earlier = ledger.add_pending(self.workspace, new, traced.parts, traced.roster)
        if not self.at_once:  # many drafts would find out about the releases of other owners
            earlier = [entry for entry in earlier if entry.owner == new.owner]
        together = compare_with_earlier(self.workspace, new, earlier)
        if self.at_once:
            together.refuse()
        report["summary"]["ledger"], report["summary"]["together"] = (
            self.ledger_facts,
            together.told,
        )
        report["summary"]["warnings"] += together.warnings

    @property
    def ledger_facts(self) -> LedgerFacts:
        """What the ledger calls the run, and the run's own workspace; on a server, the id alone."""
        if self.home.owner:
            return {"id": self.id}
        return {"id": self.id, "workspace": str(self.home.folder)}


@contextlib.contextmanager
def open_recorder(study: Study, place: Path, *, at_once: bool = False) -> Iterator[Recorder]:
    """Open a recorder; the block calls `admit`, and then makes the run visible.

    The run stays in the ledger if the block ends without an error; otherwise it is deleted there.

    Args:
        study: The study that is run.
        place: The run folder once it is visible. Keys of the study inside it are an error.
        at_once: Whether others have it as soon as it is visible.
    """
    place = place.resolve()
    refuse_keys_inside(study, place)
    workspace = workspace_of(study.folder, place.parent)
    with _open_recorder(study, workspace, str(place), at_once=at_once) as recorder:
        yield recorder


def record_in_memory(
    folder: Path,
    study: Study,
    made: tuple[Made, pl.DataFrame, str | None],
    report: Report,
) -> None:
    """Write a run in memory into a ledger, and into its summary what it tells with releases.

    Args:
        folder: The workspace.
        study: The study.
        made: The anonymized table, its released cells, and the fingerprint of the input's file.
        report: The report.
    """
    with _open_recorder(study, Workspace(folder.resolve()), "", at_once=False) as recorder:
        recorder.admit(recorder.trace(*made), report, Path(), None)


@contextlib.contextmanager
def _open_recorder(
    study: Study, own: Workspace, place: str, *, at_once: bool
) -> Iterator[Recorder]:
    """Open a recorder for the ledger of the run's own workspace; see `open_recorder`."""
    workspace = ledger_of(own)
    workspace.refuse_unusable()
    with contextlib.ExitStack() as until_over:
        id = f"r{secrets.token_hex(4)}"
        recorder = Recorder(workspace, study, place, id, at_once, own, until_over)
        if workspace.exists:
            ledger.settle(workspace)
        try:
            yield recorder
        except BaseException:
            # If this fails, the first error is raised all the same; the next run settles the rest.
            with contextlib.suppress(ShoalError):
                if workspace.exists:
                    ledger.remove(workspace, recorder.id)
            raise
        # The run is visible by now. If this fails, the next run settles it.
        with contextlib.suppress(ShoalError):
            visible = ledger.RELEASED if at_once else ledger.DRAFT
            ledger.set_state(workspace, recorder.id, visible)
            ledger.replace_drafts(workspace, place, recorder.id)


def _facts(study: Study, traced: Traced, report: Report, series: list[str]) -> dict[str, Any]:
    """The facts of an entry, without what only `admit` knows about place and file."""
    summary = report["summary"]
    return {
        "shoal_version": __version__,
        "study": report["study"],
        "recipient": report["study"].get("recipient"),
        "input": {
            "records": traced.records,
            "columns": list(traced.columns),
            "identifiers": study.with_role("identifier"),
        },
        "levels": summary["levels"],
        "privacy": [
            {"model": promise["model"], "parameters": promise["parameters"]}
            for promise in summary["privacy"]
        ],
        "suppressed_records": summary["suppressed_records"],
        "private": is_private(study),
        "series": series,
        "ladder": summary["recoding"].get("ladder") if "recoding" in summary else None,
        "shown": asdict(build_shown(study, traced.promised or summary["classes"]["min"] or 1)),
    }


def smallest_promised_class(done: Made) -> int:
    """How many records every class must have, by the strictest promise or the method; 0 if one."""
    sizes = [minimum_size(promise) for promise in done.problem.privacy]
    largest = max([*sizes, done.promised])
    return largest if largest > 1 else 0
