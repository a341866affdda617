"""The verb `export_mapping`: hierarchies and levels of a release as one JSON file.

Theory: docs/theory/learning.md.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from shoal.learning.mapping import AppliedMapping, write_mapping
from shoal.pipeline.folder.added import write_down
from shoal.pipeline.release.labelings import (
    Labelings,
    builder_alone,
    columns_without_labeling,
    is_leveled,
    is_public,
    labelings_of,
)
from shoal.pipeline.release.local_ways import levels_of_classes
from shoal.pipeline.states.released import Released
from shoal.progress import Watch, ignore_progress
from shoal.report.types.exports import (
    AboutMapping,
    AboutRelease,
    ExportedColumn,
    ExportedHierarchy,
)
from shoal.service.exports.exporting import Export, record_export, release_for_export
from shoal.study.given import StudyLike, as_study
from shoal.study.keys.plugins import plugin_settings, privacy_models, quality_models
from shoal.study.study import Study
from shoal.version import __version__


def export_mapping(
    study: StudyLike,
    out: Path,
    *,
    run: Path | None = None,
    unseen: str = "error",
    watch: Watch = ignore_progress,
) -> "ExportedMapping":
    """Write how the columns of a release were made, so that others can treat new records alike.

    The file tells the classes of the release and their counts, so it is in the ledger like one.

    Args:
        study: The study.
        out: The file to write.
        run: The folder of a run whose mapping is written; None searches the release again.
        unseen: What becomes of values that a hierarchy does not know: `error` or `root`.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = as_study(study)
    done = release_for_export(asked, run, watch)
    left_out = columns_without_labeling(done)
    names = [name for name in done.study.released if name not in left_out]
    labelings = labelings_of(done, names, unseen, asked)
    mapping = AppliedMapping(
        labelings.columns, labelings.local, _about(done, labelings, asked, left_out)
    )
    with record_export(asked, done, out, run) as accepted:
        write_mapping(mapping, out)
        write_down(out, "export-mapping")
    return ExportedMapping([*labelings.warnings, *accepted], mapping)


@dataclass(frozen=True, eq=False)
class ExportedMapping(Export):
    """A mapping that was written, as whoever reads its file gets it."""

    mapping: AppliedMapping


def about_release(done: Released) -> AboutRelease:
    """What a file may tell about a release: columns, promises, levels; nothing of the input."""
    study = done.study
    columns: list[ExportedColumn] = [
        {"name": name, "role": study.columns[name].role, **study.columns[name].type_settings}
        for name in study.released
    ]
    return {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "shoal_version": __version__,
        "data": {"columns": columns, "records": int((~done.outcome.suppressed).sum())},
        "privacy": [plugin_settings(privacy_models(), promise) for promise in study.privacy],
        "quality": plugin_settings(quality_models(), study.quality),
        "transformation": {
            "levels": done.levels,
            "suppression": {"applies_to": list(study.quasi_identifiers), "token": None},
        },
    }


def _about(
    done: Released, labelings: Labelings, asked: Study, left_out: dict[str, str]
) -> AboutMapping:
    """What the file tells besides: the release, its hierarchies, and columns that are left out."""
    names = [each.name for each in labelings.columns if is_leveled(done.study, each.name)]
    hierarchies = {name: _hierarchy(done, name, asked) for name in names}
    return {**about_release(done), "hierarchies": hierarchies, "left_out": left_out}


def _hierarchy(done: Released, name: str, asked: Study) -> ExportedHierarchy:
    """A hierarchy as the settings of its builder, or as a table.

    A table that was made from the data starts at the lowest level of the release: below it are
    values of the input.
    """
    settings = builder_alone(done, name, asked)
    if settings is not None:
        return {"builder": settings}
    start = 0 if is_public(done, name) else _lowest(done, name)
    levels = [level.to_list() for level in done.hierarchies[name].levels[start:]]
    rows = dict.fromkeys(zip(*levels, strict=True))
    return {"from_level": start, "rows": [list(row) for row in rows]}


def _lowest(done: Released, name: str) -> int:
    """The lowest level that a released record shows."""
    at = done.study.generalized.index(name)
    if not done.way.by_class:
        return int(done.outcome.levels[at])
    return int(levels_of_classes(done)[:, at].min(initial=done.hierarchies[name].height))
