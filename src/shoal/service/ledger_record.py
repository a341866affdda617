"""Recording a run: compared with earlier releases before it is visible, in the ledger after."""

import contextlib
import hashlib
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import NoReleaseError, ShoalError
from shoal.privacy.model import minimum_size
from shoal.service import ledger
from shoal.service.account import now
from shoal.service.file_system import locked
from shoal.service.fingerprints import Fingerprints
from shoal.service.input_identity import fingerprint, input_identity
from shoal.service.ledger import Entry
from shoal.service.ledger_all import all_together
from shoal.service.ledger_facts import Inference, Shown
from shoal.service.ledger_inference import inferences
from shoal.service.ledger_overlap import side_by_side
from shoal.service.ledger_trace import SHOWN, is_private, packed, trace_of, unpacked
from shoal.service.pipeline import Anonymized
from shoal.service.replacing import refuse_keys_inside
from shoal.service.study import Study
from shoal.service.workspace import Workspace, workspace_of
from shoal.version import __version__


@dataclass(frozen=True, eq=False)
class Traced:
    """What must be known of the input before its cells are let go."""

    parts: tuple[bytes, ...]
    records: int
    visible: int
    input: str
    columns: tuple[str, ...]
    promised: int


@dataclass(frozen=True)
class Recorder:
    """Writes one run into the ledger.

    Attributes:
        workspace: Where the ledger is.
        study: The study that is run.
        place: The run folder as people will see it; empty if there is none.
        id: The name of the release.
        until_over: What is held as long as the run lives.
    """

    workspace: Workspace
    study: Study
    place: str
    id: str
    until_over: contextlib.ExitStack

    def trace(self, done: Anonymized, shown: pl.DataFrame, sha256: str | None) -> Traced:
        """The trace of the release, made while its cells are in memory.

        Args:
            done: The anonymized table.
            shown: Its released cells, pseudonyms and shifted dates in their places.
            sha256: The fingerprint of the input, if it is a file.
        """
        fingerprints = Fingerprints(self.workspace.key())
        raw = done.whole.frame
        trace = trace_of(done, shown, fingerprints)
        return Traced(
            tuple(packed(trace)),  # a tenth of its size, while the release is verified
            trace.height,
            int((trace["state"] == SHOWN).sum()),
            input_identity(sha256, raw),
            tuple(raw.columns),
            promised_size(done),
        )

    def admit(
        self, traced: Traced, report: Mapping[str, Any], draft: Path, release: Path | None
    ) -> list[str]:
        """Let the release become visible, or refuse it; gives what was acknowledged.

        Args:
            traced: The trace and the input.
            report: The report of the run.
            draft: The folder in which it lies until it is visible.
            release: Its file; None if it is a table of a database.
        """
        facts = _facts(self.study, traced, report) | {
            "draft": str(draft),
            "release": {
                "file": None if release is None else release.name,
                "sha256": fingerprint(release),
                "records": traced.visible,
                "columns": self.study.written,
            },
        }
        digest = hashlib.sha256(b"".join(traced.parts)).hexdigest()
        new = Entry(0, self.id, ledger.PENDING, now(), traced.input, self.place, digest, facts)
        lock = ledger.running(self.workspace, self.id)
        lock.touch(mode=0o600)
        self.until_over.enter_context(locked(lock))
        self.until_over.callback(lock.unlink, missing_ok=True)
        earlier = ledger.add_pending(self.workspace, new, traced.parts)
        alike = _alike(earlier, new)
        return self._compared(new, unpacked(traced.parts), alike) if alike else []

    def _compared(self, new: Entry, trace: pl.DataFrame, earlier: list[list[Entry]]) -> list[str]:
        accepted, refused, counted = [], [], []
        for group in earlier:
            found = together(self.workspace, group[-1], new, trace)
            known = [one for one in group if f"earlier-release:{one.id}" in self.study.acknowledge]
            if found and known:
                accepted.append(_acknowledged(known[0], found))
            elif found:
                refused.append(_refusal(group[-1], found, self.workspace.command))
            elif not known and group[-1].input == new.input and not group[-1].facts["private"]:
                counted.append(group[-1])
        if not refused and len(counted) > 1 and not new.facts["private"]:
            found = all_together(self.workspace, counted, new, trace)
            refused += [_refusal_of_all(counted, found)] if found else []
        if refused:
            raise NoReleaseError(*refused)
        return accepted


@contextlib.contextmanager
def recording(study: Study, place: Path) -> Iterator[Recorder]:
    """A recorder; the release is in the ledger if the block ends without an error."""
    place = place.resolve()
    refuse_keys_inside(study, place)
    with _recording(study, workspace_of(study.folder, place.parent), str(place)) as recorder:
        yield recorder


def remembered(
    folder: Path,
    study: Study,
    made: tuple[Anonymized, pl.DataFrame, str | None],
    report: Mapping[str, Any],
) -> list[str]:
    """Write a release in memory into a ledger, or refuse it; gives what was acknowledged.

    Args:
        folder: The workspace.
        study: The study.
        made: The anonymized table, its released cells, and the fingerprint of the input's file.
        report: The report.
    """
    with _recording(study, Workspace(folder.resolve()), "") as recorder:
        return recorder.admit(recorder.trace(*made), report, Path(), None)


@contextlib.contextmanager
def _recording(study: Study, workspace: Workspace, place: str) -> Iterator[Recorder]:
    workspace.refuse_unusable()
    with contextlib.ExitStack() as until_over:
        recorder = Recorder(workspace, study, place, f"r{secrets.token_hex(4)}", until_over)
        if workspace.exists:
            ledger.settle(workspace)
        try:
            yield recorder
        except BaseException:
            # Should this fail, what went wrong first is told, and the next run settles the rest.
            with contextlib.suppress(ShoalError):
                if workspace.exists:
                    ledger.remove(workspace, recorder.id)
            raise
        # The release is visible by now. Should this fail, the next run settles it.
        with contextlib.suppress(ShoalError):
            ledger.set_state(workspace, recorder.id, ledger.RELEASED)


def together(
    workspace: Workspace, earlier: Entry, new: Entry, trace: pl.DataFrame
) -> list[Inference]:
    """What an earlier release and a new one tell together."""
    if earlier.facts["private"] or new.facts["private"] or not _may_overlap(earlier, new):
        return []
    before = ledger.trace_in(workspace, earlier)
    both = side_by_side(before, trace, same_input=earlier.input == new.input)
    return [] if both is None else inferences(both, earlier.shown, new.shown)


def _alike(earlier: list[Entry], new: Entry) -> list[list[Entry]]:
    """The earlier releases, equal ones together; the new one once more tells nothing new."""
    groups: dict[str, list[Entry]] = {}
    for one in earlier:
        groups.setdefault(one.trace, []).append(one)
    groups.pop(new.trace, None)
    return list(groups.values())


def _may_overlap(earlier: Entry, new: Entry) -> bool:
    """Whether the inputs could hold the same records at all."""
    one, other = earlier.facts["input"], new.facts["input"]
    same_columns = sorted(one["columns"]) == sorted(other["columns"])
    return same_columns or bool({*one["identifiers"]} & {*other["identifiers"]})


def _facts(study: Study, traced: Traced, report: Mapping[str, Any]) -> dict[str, Any]:
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
            {key: one.get(key) for key in ("model", "parameters")} for one in summary["privacy"]
        ],
        "suppressed_records": summary["suppressed_records"],
        "private": is_private(study),
        "shown": asdict(_shown(study, traced.promised or summary["classes"]["min"] or 1)),
    }


def _shown(study: Study, k: int) -> Shown:
    known = tuple(name for name in study.written if name in study.quasi_identifiers)
    other = tuple(name for name in study.written if name not in known)
    diverse = {name: 2 for name in study.with_role("sensitive") if name in other}
    for promise in study.privacy:
        if getattr(promise, "column", None) in diverse and hasattr(promise, "l"):
            diverse[promise.column] = max(diverse[promise.column], int(promise.l))
    return Shown(
        known,
        other,
        k,
        diverse,
        by_record=study.shown_by_record != study.aggregated,
        sampled=study.subset is not None and study.subset.sample is not None,
        person=study.person,
    )


def promised_size(done: Anonymized) -> int:
    """The smallest class that the study promises; 0 if it promises none."""
    sizes = [minimum_size(promise) for promise in done.problem.privacy]
    method = getattr(done.study, "method", None)
    sizes += [getattr(method, "bin_size", None) or 0]
    sizes += [one.bin_size or 0 for one in getattr(method, "linked", None) or ()]
    largest = max(sizes)
    return largest if largest > 1 else 0


def _refusal(one: Entry, found: list[Inference], command: str) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    return (
        f"The earlier release {one.id} of the same data ({one.time}, {one.place}) and this one tell"
        f" more together than each alone. {sentences} Release the same columns and levels again,"
        " or, if nobody can hold both, say so in the study:"
        f" `acknowledge: [earlier-release:{one.id}]`. If nobody was given {one.id}:"
        f" `{command} withdraw {one.id}`."
    )


def _refusal_of_all(earlier: list[Entry], found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    names = ", ".join(one.id for one in earlier)
    return (
        f"The earlier releases {names} of the same data and this one tell more together than any"
        f" two of them. {sentences} Release the same columns and levels as before, or, if nobody"
        " can hold all of them, acknowledge the one that is apart, as"
        f" `acknowledge: [earlier-release:{earlier[-1].id}]`."
    )


def _acknowledged(one: Entry, found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    return f"Together with the earlier release {one.id}, which was acknowledged: {sentences}"
