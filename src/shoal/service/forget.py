"""Forgetting a person: which releases hold their records, and the same studies without them.

In the ledger, the person's identifier is found by its fingerprint, in inputs by its text. No
message, study or ledger holds it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from polars.selectors import by_name

from shoal.data.files import read, write
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.ledger import ledger
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.ledger import Entry
from shoal.ledger.roster import plain_name, recognizable
from shoal.ledger.trace import SHOWN, UNTRACED
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.pipeline.folder.effective import effective_keys
from shoal.service import verbs
from shoal.study import text as study_text
from shoal.study.study import Study, read_study


@dataclass(frozen=True)
class Holding:
    """What a release holds of a person.

    Attributes:
        release: The release.
        records: How many records of its input are the person's; None if nothing tells whose.
        shown: How many of them it shows.
    """

    release: Entry
    records: int | None
    shown: int


def holdings(workspace: Workspace, person: str) -> list[Holding]:
    """What each release that was not withdrawn holds of a person."""
    counted = [each for each in ledger.entries(workspace) if each.state != ledger.WITHDRAWN]
    if not counted:
        return []
    fingerprints = Fingerprints(workspace.key())
    return [_find_holding(workspace, each, fingerprints, person) for each in counted]


def _find_holding(
    workspace: Workspace, entry: Entry, fingerprints: Fingerprints, person: str
) -> Holding:
    """What one release holds of a person, by the trace that the ledger keeps of it."""
    names = entry.facts["input"]["identifiers"]
    if not names:
        return Holding(entry, None, 0)
    trace = ledger.load_trace(workspace, entry)
    if UNTRACED in trace.columns:  # its records were never in memory
        return Holding(entry, None, 0)
    theirs = trace.filter(_is_person(entry, names, fingerprints, person))
    return Holding(entry, theirs.height, int((theirs["state"] == SHOWN).sum()))


def _is_person(
    entry: Entry, names: Sequence[str], fingerprints: Fingerprints, person: str
) -> pl.Expr:
    """Whether a record of a trace is the person's, in whatever spelling."""
    if not entry.roster:  # older versions took texts as they stand
        return pl.any_horizontal(
            pl.col(f"id:{name}") == fingerprints.value(name, person) for name in names
        )
    who = fingerprints.value("", person, recognizable)
    return pl.any_horizontal(pl.col(f"id:{plain_name(name)}") == who for name in names)


def run_without_person(
    workspace: Workspace, holders: Sequence[Holding], person: str, folder: Path
) -> Iterator[Path]:
    """Run the studies of all releases that show a person again without the person, one by one.

    Yields each run folder when its run is over; each is a draft, recorded in the same ledger.

    Args:
        workspace: Where the ledger is.
        holders: What `holdings` found.
        person: The person's identifier.
        folder: Where inputs, studies and runs are written, in a folder for each release.
    """
    again: dict[str, str] = {}  # the new release for each old one
    for entry in _releases_that_show(holders):
        study = _write_without_person(
            entry, person, folder / entry.id, _ids_to_acknowledge(entry, holders, again)
        )
        place = folder / entry.id / "run"
        with use_everywhere(workspace):  # the new study lies elsewhere, the ledger is the same
            verbs.run(study, place)
        new = {each.place: each.id for each in ledger.entries(workspace)}[str(place.resolve())]
        again |= {each.release.id: new for each in holders if each.release.trace == entry.trace}
        yield place


def _ids_to_acknowledge(
    entry: Entry, holders: Sequence[Holding], again: Mapping[str, str]
) -> list[str]:
    """The releases that a new study acknowledges.

    These are all that show the person, and new ones for those that the old study acknowledged.
    """
    before = entry.facts["study"].get("acknowledge", [])
    replaced = [made for old, made in again.items() if f"earlier-release:{old}" in before]
    return [*(each.release.id for each in holders if each.shown), *replaced]


def _write_without_person(entry: Entry, person: str, folder: Path, known: list[str]) -> Path:
    """Write the input and the study of a release without a person; returns the study file.

    Only the owner may read the new input; the steward's own file is not touched. The new study
    acknowledges the releases that show the person (`known`): what they tell together with it is
    intended.
    """
    run = Path(entry.place)
    if not (run / "study.yaml").is_file():
        raise StudyError(
            f"The run folder of {entry.id}, {run}, is not there any more. Run its study yourself on"
            f" an input without the person; `shoal ledger show {entry.id}` has the study."
        )
    study = read_study(run / "study.yaml")
    if study.data is None:
        raise StudyError(f"The study of {entry.id} names no data.")
    source = study.data.source(study.folder)
    table = read(source).frame
    left = table.filter(~_is_theirs(table, study, person))
    if left.height == table.height:
        raise DataError(
            f"The input of {entry.id} does not hold the person any more. Run its study again:"
            f" `shoal run {run / 'study.yaml'} --out FOLDER`."
        )
    if folder.exists():
        raise StudyError(f"{folder} exists already. Name another folder to run the studies in.")
    folder.mkdir(mode=0o700, parents=True)
    write(left, folder / "input.parquet", "parquet")
    (folder / "input.parquet").chmod(0o600)
    keys = _keys(study, source, known)
    (folder / "study.yaml").write_text(study_text.write(keys), encoding="utf-8")
    return folder / "study.yaml"


def _is_theirs(table: pl.DataFrame, study: Study, person: str) -> pl.Series:
    """One flag per record: whether some identifier is the person's, in whatever spelling."""
    names = study.with_role("identifier")
    [who] = recognizable(pl.Series([person]))
    forms = (by_name(name).cast(pl.String).map_batches(recognizable) for name in names)
    theirs = pl.any_horizontal(form == who for form in forms)
    return table.select(theirs.fill_null(value=False)).to_series()


def _keys(study: Study, source: Source, accepted: list[str]) -> dict[str, Any]:
    """The keys of the study without the person's records; `accepted` releases are acknowledged."""
    keys = effective_keys(study, replace(source, path=Path("input.parquet")))
    decimal = {} if source.decimal in (None, ".") else {"decimal": source.decimal}
    known = [*keys.get("acknowledge", []), *(f"earlier-release:{id}" for id in accepted)]
    return {
        **keys,
        "data": {"path": "input.parquet", **decimal},
        "acknowledge": [*dict.fromkeys(known)],
    }


def _releases_that_show(holders: Sequence[Holding]) -> Iterator[Entry]:
    """The releases that show the person; a repeated release is needed once."""
    seen = set()
    for holding in holders:
        if holding.shown and holding.release.trace not in seen:
            seen.add(holding.release.trace)
            yield holding.release
