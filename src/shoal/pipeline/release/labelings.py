"""From an anonymized table to what brings new records into its form (docs/theory/learning.md).

A builder is exported as its settings if its labels depend on the value alone, which is tried with
the values that occur. A hierarchy from a file is exported as a table. Any other hierarchy lists
values of the input, so it is exported as a table with a warning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import polars as pl

from shoal.errors import ShoalError, StudyError
from shoal.hierarchies import builders
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.masking import Masking
from shoal.learning.labeling import Labeling, Unseen
from shoal.learning.local_form import LocalForm
from shoal.pipeline.prepare.automatic import HIERARCHIES
from shoal.pipeline.release.aggregated import is_asked_as_number, is_interval
from shoal.pipeline.release.local_ways import local_form, root_of
from shoal.pipeline.states.released import Released
from shoal.study.hierarchy import builder_of
from shoal.study.keys.plain import Settings
from shoal.study.keys.plugins import plugin_settings
from shoal.study.study import Study

UNSEEN = get_args(Unseen)
ALONE = 30  # values that are labeled one by one, to see whether others matter


@dataclass(frozen=True)
class Labelings:
    """How columns come into the form of a release.

    Attributes:
        columns: One labeling for each column, in the order that was asked.
        listed: Names of columns that can only be exported with a list of values of the input.
        local: The form of columns whose levels depend on the class; None if there are none.
    """

    columns: tuple[Labeling, ...]
    listed: tuple[str, ...]
    local: LocalForm | None = None

    @property
    def warnings(self) -> list[str]:
        """What to know before the labelings are given away."""
        return [
            f"Column {name!r}: its hierarchy was made from the data, and the file lists values of"
            " the input. Give the column a builder such as intervals, or a public hierarchy file."
            for name in self.listed
        ]


def labelings_of(
    done: Released, names: Sequence[str], unseen: str, asked: Study | None = None
) -> Labelings:
    """How columns come into the form of a release; an error if one of them cannot.

    Args:
        done: The anonymized table.
        names: Released columns.
        unseen: What becomes of values without a label: `error` or `root`.
        asked: The study as it was given, whose builders a run may have replaced by lists of values;
            None if that is the study of the run.
    """
    if unseen not in UNSEEN:
        raise StudyError(f"unseen: expected error or root, found {unseen!r}.")
    refuse_classes(done, names)
    studies = (asked or done.study, done.study, done.explicit)
    by_class = [name for name in names if done.way.by_class and is_leveled(done.study, name)]
    labelings = [
        _by_class_labeling(done, name, unseen)
        if name in by_class
        else _column_labeling(done, name, unseen, studies)
        for name in names
    ]
    local = None
    if by_class:
        local = local_form(
            done, by_class, lambda name, level: _column_labeling(done, name, unseen, studies, level)
        )
    by_level = () if local is None else local.labelings.values()
    every = [*labelings, *(each for levels in by_level for each in levels.values())]
    listed = [each.name for each in every if each.kind == "table"]
    private = [name for name in dict.fromkeys(listed) if not is_public(done, name)]
    return Labelings(tuple(labelings), tuple(private), local)


def is_leveled(study: Study, name: str) -> bool:
    """Whether a column shows labels of a level: it forms classes and is not aggregated."""
    return name in study.generalized and study.columns[name].aggregate is None


def _by_class_labeling(done: Released, name: str, unseen: str) -> Labeling:
    """A column whose labels `Labelings.local` finds, together with those of others."""
    column = done.study.columns[name]
    read = {"type": column.type_settings, "missing": column.missing or ()}
    return Labeling(name, "local", **read, root=root_of(done, name), unseen=unseen)  # type: ignore[arg-type]


def refuse_classes(done: Released, names: Sequence[str]) -> None:
    """Refuse columns whose values depend on the class of a record: new records have none."""
    problems = list(_class_problems(done, names))
    if problems:
        raise StudyError(*problems)


def _class_problems(done: Released, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with columns whose values depend on the class of a record."""
    study, way = done.study, done.way
    if way.by_cell and any(is_leveled(study, name) for name in names):
        does = "gives each cluster cells of its own, and a new record has no cluster"
        if not way.own_cells:
            does = "blanks cells of single records, and it is not known which ones of a new record"
        yield f"method: it {does}. Use a method that does not, or `privacy` and `search`."
    for name in names:
        column = study.columns[name]
        if column.aggregate is not None and not is_asked_as_number(column, new=True):
            yield (
                f"Column {name!r} shows what its class has in common, and a new record has no"
                " class. Leave it out of the features, or aggregate numbers (by mean, median or"
                " interval)."
            )


def columns_without_labeling(done: Released) -> dict[str, str]:
    """Released columns that new records do not have, each with the reason."""
    reason = "shows what its class has in common, and a new record has no class"
    blanked = "has blank cells in single records, and it is not known which ones of a new record"
    if done.way.own_cells:
        blanked = "shows what its cluster has in common, and a new record has no cluster"
    reasons = {}
    for name in done.study.released:
        column = done.study.columns[name]
        is_number = is_asked_as_number(column, new=True) and not is_interval(column)
        if column.aggregate is not None and not is_number:
            reasons[name] = reason
        elif done.way.by_cell and is_leveled(done.study, name):
            reasons[name] = blanked
    return reasons


def builder_alone(done: Released, name: str, asked: Study) -> Settings | None:
    """The settings of a builder whose labels depend on the value alone, on every level.

    None if no study of the run, as it was given or made explicit, has such a builder.
    """
    hierarchy = done.hierarchies[name]
    column = done.study.columns[name]
    plain: dict[str, Any] = {"type": column.type_settings, "root": root_of(done, name)}
    for study in (asked, done.study, done.explicit):
        settings = _builder(study, name, hierarchy)
        levels = range(1, hierarchy.height + 1)
        if settings and all(
            _labels_alone(Labeling(name, "builder", builder=settings, level=at, **plain), hierarchy)
            for at in levels
        ):
            return settings
    return None


def _column_labeling(
    done: Released, name: str, unseen: str, studies: Sequence[Study], level: int | None = None
) -> Labeling:
    """The labels of a column, at a level; None is the level of the release.

    The builder of the first of the `studies` whose labels depend on the value alone is taken; if
    there is none, the labeling is a table of values.
    """
    study = done.study
    column = study.columns[name]
    plain: dict[str, Any] = {"type": column.type_settings, "missing": column.missing or ()}
    if column.aggregate is not None:
        return Labeling(name, "aggregate", **plain)
    if name not in study.generalized:
        return Labeling(name, "as-is", unseen=unseen, **plain)  # type: ignore[arg-type]
    hierarchy = done.hierarchies[name]
    if level is None:
        level = done.outcome.levels[study.generalized.index(name)]
    plain |= {"level": int(level), "root": root_of(done, name), "unseen": unseen}
    if level and level == hierarchy.height and hierarchy.has_root:
        return Labeling(name, "root", **plain)
    if not level and not is_public(done, name):
        return Labeling(name, "as-is", **plain)
    settings = (_builder(each, name, hierarchy) for each in studies)
    tried = (Labeling(name, "builder", builder=each, **plain) for each in settings if each)
    alone = (each for each in tried if _labels_alone(each, hierarchy))
    return next(alone, None) or _table_labeling(name, hierarchy, plain)


def _builder(study: Study, name: str, hierarchy: Hierarchy) -> Settings | None:
    """The settings of a column's builder; None if it needs a file or a list of values.

    The length of masked texts is fixed, as it would otherwise depend on the longest value.
    """
    column = study.columns.get(name)
    builder: Any = None if column is None else column.hierarchy
    listed = isinstance(builder, Listed | Automatic) or getattr(builder, "path", None) is not None
    if builder is None or listed:
        return None
    if isinstance(builder, Masking) and builder.max_length is None:
        longest = hierarchy.levels[0].drop_nulls().str.len_chars().to_numpy().max(initial=1)
        builder = replace(builder, max_length=int(longest))
    return plugin_settings(builders, builder)


def _labels_alone(labeling: Labeling, hierarchy: Hierarchy) -> bool:
    """Whether values get the labels of the release also if other values are not there.

    Both halves of the values are tried, and about `ALONE` values one by one.
    """
    pairs = pl.DataFrame([hierarchy.levels[0], hierarchy.levels[labeling.level].alias("shown")])
    pairs = pairs.drop_nulls("label")
    step = max(1, len(pairs) // ALONE)
    parts = [pairs[::2], pairs[1::2], *(pairs[at : at + 1] for at in range(0, len(pairs), step))]
    strict = replace(labeling, unseen="error")
    try:
        return all(strict.labels(part["label"]).equals(part["shown"]) for part in parts)
    except ShoalError:
        return False


def _table_labeling(name: str, hierarchy: Hierarchy, plain: dict[str, Any]) -> Labeling:
    """A labeling that lists the label of every value."""
    pairs = zip(hierarchy.levels[0], hierarchy.levels[plain["level"]], strict=True)
    return Labeling(name, "table", table=dict(pairs), **plain)


def is_public(done: Released, name: str) -> bool:
    """Whether a hierarchy comes from a file that a person gave, not from one that a run wrote.

    Those of differential privacy do not depend on the data, whoever wrote them.
    """
    if done.way.draws:
        return True
    builder = builder_of(done.explicit.columns[name], done.explicit.folder)
    path = getattr(builder, "path", None)
    made = done.explicit.folder / HIERARCHIES
    in_run = (done.explicit.folder / "summary.json").exists()
    return path is not None and not (in_run and path.resolve().is_relative_to(made.resolve()))
