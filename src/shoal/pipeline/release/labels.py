"""Labels that tell nothing about records that are left out.

A hierarchy is made from all values of a column, and a label can be made of them: `[55, 97]` tells
that somebody is 97. Once it is known who is released, such labels are made again from the released
values alone. The groups stay the same, so classes and promises do too.
"""

from dataclasses import replace

import polars as pl

from shoal.engine.arrays import Bools
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.hierarchies.builder import Builder, fit_to_type, relabel
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed
from shoal.pipeline.prepare.automatic import with_builders
from shoal.pipeline.states.prepared import Prepared
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome

Problems = tuple[Problem, Problem]


def with_released_labels(
    prepared: Prepared, problems: Problems, outcome: Outcome
) -> tuple[Prepared, Problems]:
    """The prepared table and its problems with labels that are made of released values only.

    Only builders with `relabel` make labels of values; the hierarchies of others stay.

    Args:
        prepared: The table and its hierarchies.
        problems: The problem that was searched, and the one that the outcome is about.
        outcome: The outcome.
    """
    for at, column in enumerate(problems[0].encoded.columns):
        builder = prepared.explicit.columns[column.name].hierarchy
        if builder is None or not hasattr(builder, "relabel"):
            continue
        values = _values_in_release(prepared, problems[1].encoded, outcome, at)
        before = prepared.hierarchies[column.name]
        after = _relabel_hierarchy(_builder_of_type(prepared, column.name, builder), before, values)
        if problems[0] is not problems[1]:
            after = _keep_apart(before, after)
        if after is not before:
            prepared = _with_hierarchy(prepared, column.name, after)
            problems = _with_labels(problems, at, before, after)
    return prepared, problems


def _builder_of_type(prepared: Prepared, name: str, builder: Builder) -> Builder:
    """The builder as it is for the type of its column."""
    return fit_to_type(builder, prepared.explicit.columns[name].options.type)


def _values_in_release(
    prepared: Prepared, encoded: EncodedTable, outcome: Outcome, at: int
) -> pl.Series:
    """The different values, before generalization, of records that show something in a column.

    `at` is the place of the column among those with levels.
    """
    column, level = encoded.columns[at], outcome.levels[at]
    blank = column.labels[level].is_null().to_numpy()
    cells = encoded.codes(at, level)[encoded.tuple_of_record]
    shown = pl.Series(~outcome.suppressed & ~blank[cells])
    return prepared.texts[column.name].filter(shown).drop_nulls().unique()


def _relabel_hierarchy(builder: Builder, hierarchy: Hierarchy, released: pl.Series) -> Hierarchy:
    """The hierarchy with labels of released values; the same one where no label changes."""
    values = hierarchy.levels[0]
    shown: Bools = values.is_in(released.implode()).fill_null(value=False).to_numpy()
    known: Bools = values.is_not_null().to_numpy()
    levels = relabel(builder, values.drop_nulls(), shown[known])
    after = hierarchy.relabel(shown, levels)
    pairs = zip(hierarchy.labels, after.labels, strict=True)
    return hierarchy if all(old.equals(new) for old, new in pairs) else after


def _keep_apart(before: Hierarchy, after: Hierarchy) -> Hierarchy:
    """The hierarchy `after` with an apostrophe added to labels that have become equal by chance.

    With local recoding, labels of several levels stand side by side in a column. Those that were
    different before must stay different.
    """
    taken: dict[str, str] = {}
    levels = []
    for olds, news in zip(before.labels, after.labels, strict=True):
        texts = []
        for old, new in zip(olds.to_list(), news.to_list(), strict=True):
            while new is not None and taken.setdefault(new, old) != old:
                new = f"{new}'"  # noqa: PLW2901
            texts.append(new)
        levels.append(pl.Series(texts, dtype=pl.String))
    if all(old.equals(new) for old, new in zip(after.labels, levels, strict=True)):
        return after
    named = (labels.gather(codes) for labels, codes in zip(levels, after.codes, strict=True))
    return replace(after, levels=tuple(named), labels=tuple(levels))


def _with_hierarchy(prepared: Prepared, name: str, hierarchy: Hierarchy) -> Prepared:
    """The hierarchy of a column replaced; the verifier gets it value by value."""
    known = hierarchy.levels[0].is_not_null()
    listed = Listed(Hierarchy.of([x.filter(known) for x in hierarchy.levels], hierarchy.source))
    explicit = with_builders(prepared.explicit, {name: listed})
    hierarchies = {**prepared.hierarchies, name: hierarchy}
    return replace(prepared, explicit=explicit, hierarchies=hierarchies)


def _with_labels(problems: Problems, at: int, before: Hierarchy, after: Hierarchy) -> Problems:
    """Both problems with the labels of `after` instead of `before` in the column at a place."""
    searched, recoded = problems
    names = [_names(*level) for level in zip(before.labels, after.labels, strict=True)]
    column = _rename_labels(searched.encoded.columns[at], names)
    relabeled = _with_column(searched, at, column)
    if recoded is searched:
        return relabeled, relabeled
    # Cells of several levels stand side by side: the label of the higher level counts.
    every = {old: new for level in names for old, new in level.items()}
    own = recoded.encoded.columns[at]
    return relabeled, _with_column(recoded, at, _rename_labels(own, [every] * len(own.labels)))


def _names(before: pl.Series, after: pl.Series) -> dict[str, str]:
    """The new label of each old one, on one level."""
    pairs = zip(before.to_list(), after.to_list(), strict=True)
    return {old: new for old, new in pairs if old is not None}


def _rename_labels(column: EncodedColumn, names: list[dict[str, str]]) -> EncodedColumn:
    """The column with new labels; `names` has one mapping for each level."""
    pairs = zip(column.labels, names, strict=True)
    return replace(column, labels=tuple(_replace_labels(labels, new) for labels, new in pairs))


def _replace_labels(labels: pl.Series, names: dict[str, str]) -> pl.Series:
    """The labels of one level with new names; unknown ones stay."""
    texts = (None if text is None else names.get(text, text) for text in labels.to_list())
    return pl.Series(labels.name, list(texts), dtype=pl.String)


def _with_column(problem: Problem, at: int, column: EncodedColumn) -> Problem:
    """The problem with another column at a place."""
    columns = list(problem.encoded.columns)
    columns[at] = column
    return replace(problem, encoded=replace(problem.encoded, columns=tuple(columns)))
