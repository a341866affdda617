"""The verb `study import`: an ARX project (.deid) becomes a study with its table and hierarchies.

Only names that are made here are written, so nothing in the archive chooses a path. What has no
counterpart is told by name; a promise without one stops the import, because a study without it
would protect people less than the project did.
"""

import csv
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from shoal.data.arx.archive import MOST_DATA, Archive, open_archive
from shoal.data.arx.java_stream import JavaObject
from shoal.data.arx.project import DATA, ArxProject, read_project
from shoal.data.files import read
from shoal.data.source import Source
from shoal.data.text_file import open_text
from shoal.errors import DataError, ShoalError, StudyError
from shoal.pipeline.places.choice import folder_of
from shoal.service.arx.columns import Columns
from shoal.service.arx.losses import loss_of
from shoal.service.arx.promises import is_no_promise, promise_of
from shoal.service.arx.records import is_subset_lost, population_of, write_subset
from shoal.study import text as study_text
from shoal.study.keys.plain import DataKeys, Settings, StudyKeys
from shoal.study.study import Study

TABLE, FOLDER, STUDY = "data.csv", "hierarchies", "study.yaml"
USUAL = ";"  # between the labels of a hierarchy
KNOWN = {
    "relativeMaxOutliers", "suppressTuplesInNonAnonymousOutput", "suppressionString",
    "practicalMonotonicity", "protectSensitiveAssociations", "removeOutliers",
}  # fmt: skip
STAKES = {
    "publisherBenefit": "publisher_benefit",
    "publisherLoss": "publisher_loss",
    "adversaryGain": "adversary_gain",
    "adversaryCost": "adversary_cost",
}


class ImportFacts(TypedDict):
    """What became of a project, as plain values."""

    study: str
    arx_version: str
    left_out: list[str]
    open: list[str]


@dataclass(frozen=True)
class Imported:
    """What became of a project.

    Attributes:
        study: The file of the study.
        version: The version of ARX that wrote the project.
        left_out: What has no counterpart, one sentence each.
        open: What a person must decide before the study runs.
    """

    study: Path
    version: str
    left_out: tuple[str, ...]
    open: tuple[str, ...]

    def plain(self) -> ImportFacts:
        """The same as plain values."""
        return {
            "study": str(self.study),
            "arx_version": self.version,
            "left_out": [*self.left_out],
            "open": [*self.open],
        }


def import_project(
    path: Path,
    out: Path,
    *,
    leave_out: bool = False,
    encoding: str | None = None,
    most: int = MOST_DATA,
) -> Imported:
    """Write an ARX project as a study into a new folder.

    Args:
        path: The project, a .deid file.
        out: The folder, which must not exist or be empty.
        leave_out: Whether promises that are not known here are left out, instead of refused.
        encoding: How the letters of its tables are stored; found out by looking if not given.
        most: How many bytes the table may have.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise StudyError(f"{out.name} is not empty. Give a new folder with --out.")
    is_new = not out.exists()
    try:
        with open_archive(path) as archive:
            project = _known_project(archive, leave_out=leave_out)
            return _write_all(project, archive, out, encoding, most)
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        if not is_new:
            out.mkdir(exist_ok=True)
        raise


@dataclass(frozen=True)
class _Known:
    """A project, its promises here, and what a study cannot protect as the project did."""

    project: ArxProject
    promises: list[Settings]
    lost: list[str]


def _known_project(archive: Archive, *, leave_out: bool) -> _Known:
    """The project; an error if something that protects people has no counterpart."""
    project = read_project(archive)
    promises, unknown = _promises(project)
    lost = [f"The promise {one!r}, which is not known here." for one in unknown]
    lost += ["The research subset, which cannot be read."] if is_subset_lost(project) else []
    if lost and not leave_out:
        raise StudyError(
            "Without this, a study would protect people less than the project did:",
            *lost,
            "Nothing was kept. To import the project all the same, say so: `--leave-out`, or"
            " `leave_out=true` over REST.",
        )
    return _Known(project, promises, lost)


def _write_all(
    known: _Known, archive: Archive, out: Path, encoding: str | None, most: int
) -> Imported:
    """Write table, hierarchies, subset and study."""
    project = known.project
    (out / FOLDER).mkdir(parents=True)
    with (out / TABLE).open("wb") as target:
        archive.copy(DATA, target, most)
    data: DataKeys = {"path": TABLE, "format": "csv", "separator": project.separator, "quote": '"'}
    if encoding is not None:
        data["encoding"] = encoding
    frame = read(Source.of(data, out)).frame
    columns = Columns(project, frame, _copy_hierarchies(archive, project, out, encoding))
    keys: StudyKeys = {"data": data, "columns": columns.keys(), "privacy": known.promises}
    chosen = write_subset(project, frame, archive, out, data)
    if chosen is not None:
        keys["subset"] = {"records": chosen}
    keys, more = _other_keys(keys, project)
    told = (*known.lost, *columns.left_out, *more, *_rest(project))
    comment = "\n".join([f"From a project of ARX {project.version}.", *_list(told)])
    (out / STUDY).write_text(study_text.write(keys, comment), "utf-8")
    return Imported(out / STUDY, project.version, told, tuple(_open_questions(keys, out)))


def _list(told: tuple[str, ...]) -> list[str]:
    return ["Not taken over:", *(f"- {one}" for one in told)] if told else []


def _promises(project: ArxProject) -> tuple[list[Settings], list[str]]:
    """The promises of the study, and those of the project that are not known here."""
    said = [one for one in project.promises if not is_no_promise(one)]
    known = {one: promise_of(one, project) for one in said}
    return (
        [promise for promise in known.values() if promise is not None],
        [one for one, promise in known.items() if promise is None],
    )


def _copy_hierarchies(
    archive: Archive, project: ArxProject, out: Path, encoding: str | None
) -> dict[str, Settings]:
    """Write each hierarchy under a name of ours; those of a single level are left to `identity`."""
    builders: dict[str, Settings] = {}
    for number, one in enumerate(project.columns, 1):
        if one.hierarchy is None:
            continue
        content = archive.read(one.hierarchy)
        if project.separator.encode() not in content.split(b"\n", 1)[0]:
            continue
        name = f"{FOLDER}/{number:02}-{re.sub(r'[^A-Za-z0-9]+', '-', one.name)[:40].lower()}.csv"
        (out / name).write_bytes(content)
        if project.separator != USUAL or encoding is not None:
            _rewrite(out / name, project.separator, encoding)
        builders[one.name] = {"builder": "file", "path": name}
    return builders


def _rewrite(path: Path, separator: str, encoding: str | None) -> None:
    """Write a hierarchy again, as hierarchies usually are: in UTF-8, with semicolons."""
    with open_text(path, encoding) as text:
        lines = list(csv.reader(text, delimiter=separator))
    with path.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target, delimiter=USUAL, lineterminator="\n").writerows(lines)


def _other_keys(keys: StudyKeys, project: ArxProject) -> tuple[StudyKeys, list[str]]:
    """The study with loss, limit, population and game, and what was left out of these."""
    left_out: list[str] = []
    limit = _share(project.settings.get("relativeMaxOutliers", "0"))
    loss = loss_of(project)
    if loss is None:
        left_out.append(f"The quality model {project.loss!r}; the loss is `loss` now.")
    keys = {**keys, "quality": loss or {"model": "loss"}, "suppression_limit": limit}
    models = [str(one["model"]) for one in keys["privacy"]]
    if any("population" in name or name == "k-map" for name in models):
        people = population_of(project)
        if people is not None:
            keys["population"] = people
    stakes = project.find("ARXCostBenefitConfiguration")
    names = [*models, str(keys["quality"]["model"])]
    if stakes is not None and any("profit" in name or "payout" in name for name in names):
        known = {ours: stakes.fields.get(theirs) for theirs, ours in STAKES.items()}
        keys["game"] = {key: value for key, value in known.items() if isinstance(value, float)}
    return keys, left_out


def _share(text: str) -> float:
    try:
        return min(max(float(text), 0.0), 1.0)
    except ValueError:
        raise DataError("The suppression limit of the ARX project is not a number.") from None


def _rest(project: ArxProject) -> list[str]:
    """What a study has no place for, if the project has it."""
    settings, entries = project.settings, project.entries
    found = {
        "The mark of suppressed values; it is `*` here.": (
            settings.get("suppressionString", "*") != "*"
        ),
        "The assumption of practical monotonicity; the search here is exact without it.": (
            settings.get("practicalMonotonicity") == "true"
        ),
        "The protection of associations between sensitive columns.": (
            settings.get("protectSensitiveAssociations") == "true"
        ),
        "Records that stay although they are outliers; suppressed records are never released.": (
            settings.get("removeOutliers") == "false"
        ),
        "The settings that only ARX's Java objects hold (subset, population, costs,"
        " clustering); they could not be read.": project.objects is None,
        "The rules by which hierarchies were built; their tables are here.": (
            _has_builders(project)
        ),
        "The last result: its output and lattice.": any(
            name.startswith(("output/", "data/output", "lattice")) for name in entries
        ),
        "The clipboard of transformations.": "clipboard.xml" in entries,
        "The filter of the lattice.": "filter.dat" in entries,
    }
    unknown = sorted(set(settings) - KNOWN)
    return [
        *(sentence for sentence, there in found.items() if there),
        *(f"The setting {name!r}, which is not known here." for name in unknown),
    ]


def _has_builders(project: ArxProject) -> bool:
    config = project.find("ModelConfiguration")
    builders = config.fields.get("hierarchyBuilders") if config else None
    return isinstance(builders, JavaObject) and bool(builders.pairs())


def _open_questions(keys: StudyKeys, out: Path) -> list[str]:
    """What stops a run of the study, found by the check that a run begins with."""
    try:
        study = Study.of(keys, out)
        folder_of(study).check(study)
    except ShoalError as error:
        return list(error.problems)
    return []
