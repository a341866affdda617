"""One attempt: a case is run in every way that it can be, and every answer is looked at."""

import csv
import json
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

import shoal
from fuzz.case import Case, Row, write
from fuzz.claims import certificate_lies, summary_lies
from fuzz.lattice import Candidate, candidate, candidates, costs, is_better, loss
from fuzz.methods import method_breaks
from fuzz.private import private_breaks
from fuzz.release import Released
from fuzz.world import World
from shoal.errors import ShoalError, VerificationError
from shoal.service import verbs

EXACT = ("optimal", "exhaustive")
OF_TABLES = ("average-risk", "sample-uniqueness", "population-uniqueness")


@dataclass(frozen=True)
class Finding:
    """Something that must not be: its kind, and what was seen."""

    kind: str
    about: str


@dataclass(frozen=True)
class Result:
    """How an attempt ended.

    Attributes:
        ended: `released`, or the kind of error that refused it with a reason.
        finding: What must not be, if anything.
        checked: How many candidates were looked at by brute force.
    """

    ended: str
    finding: Finding | None = None
    checked: int = 0


class Found(Exception):
    """A finding, on its way out."""

    def __init__(self, kind: str, about: str) -> None:
        super().__init__(about)
        self.finding = Finding(kind, about)


def attempt(case: Case) -> Result:
    """Run a case and look for anything that must not be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(case, folder)
        try:
            return _attempt(case, folder)
        except Found as found:
            return Result("finding", found.finding)


def _attempt(case: Case, folder: Path) -> Result:
    world = World(case)
    ended, released, summary = _in_memory(world, folder)
    checked = 0
    if released is not None:
        _refuse("promise", _broken(released))
    if released is not None and not _is_drawn(case):
        _refuse("claim", summary_lies(released, summary))
    if _is_searched(world):
        checked = _compare(world, released, summary, ended)
    written = _on_disk(world, folder)
    if (written is None) != (released is None) and not (_is_drawn(case) or _is_unseen(world)):
        raise Found(
            "differs", f"in memory {ended}, as files {'refused' if written is None else 'released'}"
        )
    if released is not None and written is not None:
        rows, facts = written
        if not _is_drawn(case):
            _refuse("differs", _different(released, rows))
        if not _is_drawn(case) and not _may_be_tied(case):
            _refuse("certificate", certificate_lies(released, facts))
    return Result(ended, None, checked)


def _is_drawn(case: Case) -> bool:
    """Whether chance decides who is released."""
    return _is_private(case) or "sample" in case.study.get("subset", {})


def _is_unseen(world: World) -> bool:
    """Whether a promise is about a column that the table in memory has and no file shows."""
    columns = {promise.get("column") for promise in world.study.get("privacy", ())}
    return not columns <= {None, *world.written}


def _may_be_tied(case: Case) -> bool:
    """Whether it is open which of equal classes go: a large table has no first record."""
    models = {promise["model"] for promise in case.study.get("privacy", ())}
    return case.study.get("engine", "memory") != "memory" and not models.isdisjoint(OF_TABLES)


def _is_private(case: Case) -> bool:
    return any(p["model"] == "differential-privacy" for p in case.study.get("privacy", ()))


def _refuse(kind: str, lies: Iterator[str]) -> None:
    for lie in lies:
        raise Found(kind, lie)


def _broken(released: Released) -> Iterator[str]:
    if _is_private(released.world.case):
        yield from private_breaks(released)
    elif "sample" in released.world.study.get("subset", {}):
        yield from ()  # nobody knows who was drawn
    elif released.world.study.get("method"):
        yield from method_breaks(released)
    else:
        yield from released.broken()


def _guarded(run: Callable[[], Any]) -> Any:
    """The answer, or the error that refuses it; everything else is a finding."""
    try:
        return run()
    except VerificationError as error:
        raise Found("verifier", str(error)) from None
    except ShoalError as error:
        return error
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.name}"
        raise Found("crash", f"{type(error).__name__} in {place}: {error}") from None


def _in_memory(world: World, folder: Path) -> tuple[str, Released | None, dict[str, Any]]:
    """The release in the order of its input."""
    case = world.case.asking(engine=None)
    frame = pl.DataFrame(list(case.rows), schema=dict.fromkeys(case.names, pl.String))
    study = _guarded(lambda: shoal.Study.of(dict(case.study), folder))
    if isinstance(study, ShoalError):
        return type(study).__name__, None, {}
    answer = _guarded(lambda: shoal.anonymize(frame, study))
    if isinstance(answer, ShoalError):
        return type(answer).__name__, None, {"error": str(answer)}
    kept = [not gone for gone in answer.suppressed]
    told = answer.summary["levels"]
    levels = {name: told[name] for name in world.leveled} if told else None
    return "released", Released(world, answer.table.to_dicts(), kept, levels), answer.summary


def _on_disk(world: World, folder: Path) -> tuple[list[Row], dict[str, Any]] | None:
    """The rows of a written and verified release, and its certificate."""
    run = folder / "run"
    answer = _guarded(lambda: verbs.run(folder / "study.yaml", run))
    if isinstance(answer, ShoalError):
        return None
    verdict = _guarded(lambda: verbs.verify_run(run))
    if isinstance(verdict, ShoalError) or not verdict.holds:
        raise Found("verifier", f"the run folder is refused later: {verdict}")
    (path,) = run.glob("draft.*")
    return _rows(path), json.loads((run / "certificate.json").read_text())


def _rows(path: Path) -> list[Row]:
    """The records of a file, or of all parts of a folder."""
    if path.is_dir():
        return [row for part in sorted(path.glob(f"*{path.suffix}")) for row in _rows(part)]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            names, *lines = csv.reader(file)
        # An empty line is a missing value where there is one column.
        cells = [line or [""] for line in lines]
        return [{n: v or None for n, v in zip(names, c, strict=True)} for c in cells]
    frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_ipc(path)
    return frame.cast(pl.String).to_dicts()


def _different(released: Released, rows: list[Row]) -> Iterator[str]:
    """Whether a file holds the records that the table in memory has."""
    mode = released.world.study.get("output", {}).get("suppressed", "left-out")
    there = (
        released.kept
        if mode == "left-out"
        else [at in released.scope for at in range(len(released.kept))]
    )
    expected = Counter(tuple(r.values()) for r, t in zip(released.rows, there, strict=True) if t)
    found = Counter(tuple(row.values()) for row in rows)
    tied = _may_be_tied(released.world.case) and found.total() == expected.total()
    if found != expected and not tied:
        yield f"{(found - expected).total()} records of the file are not those in memory"


def _is_searched(world: World) -> bool:
    """Whether brute force can tell what is best."""
    study = world.study
    return not (
        any(study.get(key) for key in ("method", "recoding"))
        or world.aggregated
        or _is_drawn(world.case)
        or not world.scope
        or world.is_empty
        or study.get("quality", {}).get("attacker") == "journalist"
    )


def _compare(world: World, released: Released | None, summary: dict[str, Any], ended: str) -> int:
    """Compare with every candidate; gives how many there were."""
    strategy = world.study.get("search", {}).get("strategy", "optimal")
    everything = list(candidates(world))
    fine = [found for found in everything if found.acceptable and any(found.mask)]
    if released is None:
        mode = world.study.get("output", {}).get("suppressed")
        if ended.startswith("NoRelease") and fine and strategy in EXACT and mode != "keep-values":
            raise Found("optimum", f"refused, and {fine[0].levels} is acceptable")
        return len(everything)
    assert released.levels is not None
    mask = tuple(released.kept[at] for at in world.scope)
    own = Candidate(tuple(released.levels.values()), mask, None)
    expected, told = loss(world, own), summary["loss"]
    if told is None or abs(expected - told) > 1e-9 * max(1.0, abs(expected)):
        raise Found("loss", f"the loss is told as {told} and is {expected}")
    _refuse_mask(world, own)
    if summary["optimal"]:
        best = costs(world, own)
        for other in fine:
            if is_better(costs(world, other), best):
                raise Found("optimum", f"{other.levels} is better than {own.levels}")
    return len(everything)


def _refuse_mask(world: World, own: Candidate) -> None:
    """Records are suppressed because their class breaks a promise, and only then."""
    expected = candidate(world, own.levels)
    tables = any(p["model"] in OF_TABLES for p in world.study["privacy"])
    if expected.acceptable is not None and not tables and expected.mask != own.mask:
        raise Found("promise", "other records are suppressed than those that break a promise")
