"""Records as models see them: as they were, and brought into the release's form.

Theory: docs/theory/learning.md.

Which form a record must have to be predicted depends on what was done to a column (Eicher et al.
2020, doi:10.1186/s12911-020-1041-3, table 1): what was generalized, masked or categorized is
generalized the same way, also for records that are suppressed; of a column whose numbers were
aggregated the number itself is asked; suppression and sampling only leave out records to learn
from. Where classes have levels of their own, a record is asked in the form of the first one that it
fits, as a new record would be.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.arrays import Bools, Codes
from shoal.engine.transform import transform
from shoal.learning.features import UNSEEN, Feature, Features, feature_of
from shoal.learning.scaling import Expression, parse_expression
from shoal.pipeline.release.aggregated import aggregates_of, is_asked_as_number, is_interval
from shoal.pipeline.release.local_ways import local_form_in_memory
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.sides import Sides
from shoal.study.predicted import evaluation_of, features_of, targets_of
from shoal.study.study import Study

IDENTITY = "x"


@dataclass(frozen=True, eq=False)
class Form:
    """A column in the form of the release, one entry for each record that takes part.

    Attributes:
        learned: The values to learn from.
        asked: The values to be asked about.
        unknown: Flags of the records that have no value to be asked about.
    """

    learned: pl.Series
    asked: pl.Series
    unknown: Bools


def sides_of(done: Released, *, new: bool = False) -> Sides:
    """What models see of an anonymized table; of a sample, they are asked about all records.

    `new`: they are asked as about records that are in no class, by whoever is given a model.
    """
    study, forms = done.study, _Forms.of(done, new=new)
    names, everybody = features_of(study), np.ones(forms.table.records, np.bool_)
    features = [_feature(study, name, forms) for name in names]
    columns = tuple(feature for feature, _, _ in features)
    before, learned, asked = (tuple(codes[at] for _, codes, _ in features) for at in range(3))
    asked = tuple(
        np.where(unknown, UNSEEN, codes).astype(np.int32)
        for codes, (_, _, unknown) in zip(asked, features, strict=True)
    )
    return Sides(
        Features(columns, before, before, everybody),
        Features(columns, learned, asked, forms.kept),
        {name: _target(forms.of_target(name)) for name in targets_of(study)},
    )


def column_scaling(study: Study, name: str, *, new: bool = False) -> Expression | None:
    """The scaling of a column; None if its values are categories (`new`: see `sides_of`).

    Aggregated numbers and ranges are numbers even if the study names no scaling.
    """
    text = evaluation_of(study).scaling.get(name)
    aggregated = is_asked_as_number(study.columns[name], new=new)
    if text is None and (aggregated or name in study.range_columns):
        text = IDENTITY
    return None if text is None else parse_expression(text)


def counts_middles(study: Study, name: str, *, new: bool = False) -> bool:
    """Whether a label that stands for a range counts as its middle, in a column of numbers."""
    own = name in study.range_columns or (new and is_interval(study.columns[name]))
    return own or evaluation_of(study).ranges == "middles"


def raw_features(study: Study, table: Table, kept: Bools) -> Features:
    """The features as they are in a table to which nothing was done.

    `kept` flags the records to learn from.
    """
    columns, codes = [], []
    for name in features_of(study):
        type = study.columns[name].options.type
        texts = table.texts(name, type).cast(pl.String)
        feature, [feature_codes] = feature_of(name, [texts], type, column_scaling(study, name))
        columns.append(feature)
        codes.append(feature_codes)
    same = tuple(codes)
    return Features(tuple(columns), same, same, np.array(kept))


def _feature(study: Study, name: str, forms: "_Forms") -> tuple[Feature, list[Codes], Bools]:
    """A feature, its codes in the input and in both forms, and the records without a value."""
    form = forms.of_column(name)
    texts = [forms.input(name), form.learned, form.asked]
    middles = counts_middles(study, name, new=forms.new)
    scaling = column_scaling(study, name, new=forms.new)
    type = study.columns[name].options.type
    feature, codes = feature_of(name, texts, type, scaling, middles=middles)
    return feature, codes, form.unknown


def _target(form: Form) -> pl.Series:
    """The value to predict; missing for records that have none in the release's form."""
    known = pl.Series(~form.unknown)
    return pl.select(pl.when(known).then(form.asked)).to_series()


@dataclass(frozen=True, eq=False)
class _Forms:
    """Where the columns of a release come from.

    Attributes:
        done: The anonymized table.
        table: The records that take part: all that the release was drawn from, or chosen as.
        inside: Flags of those that were drawn, released or suppressed; None for all.
        kept: Flags of those that are in the release.
        aggregates: Aggregated columns as if nothing was suppressed, in the order of the release.
        new: Whether records are asked about as if they were in no class.
    """

    done: Released
    table: Table
    inside: Bools | None
    kept: Bools
    aggregates: dict[str, pl.Series]
    new: bool

    @classmethod
    def of(cls, done: Released, *, new: bool) -> "_Forms":
        """The columns of an anonymized table."""
        drawn = done.study.is_sampled
        table = done.whole if drawn else done.table
        inside = done.chosen.to_numpy() if drawn and done.chosen is not None else None
        kept = ~done.outcome.suppressed
        everything = replace(done.outcome, suppressed=np.zeros_like(kept))
        problem = (
            done.problem if done.recoded is None else replace(done.problem, encoded=done.recoded)
        )
        aggregates = aggregates_of(done.way, done.table, problem, everything)
        if inside is not None:
            all_kept = np.zeros(table.records, np.bool_)
            all_kept[inside] = kept
            kept = all_kept
        return cls(done, table, inside, kept, aggregates, new)

    def input(self, name: str) -> pl.Series:
        """The values as they were, of all records that take part."""
        column = self.done.study.columns[name]
        return self.table.texts(name, column.options.type).cast(pl.String)

    def of_column(self, name: str) -> Form:
        """A column in the form of the release."""
        study, before = self.done.study, self.input(name)
        known = np.zeros(len(before), np.bool_)
        if name in study.aggregated:
            learned, outside = self._spread(self._aggregates(name))
            raw = is_asked_as_number(study.columns[name], new=self.new)
            return Form(learned, before, known) if raw else Form(learned, learned, outside)
        if name not in study.generalized:
            return Form(before, before, known)
        if self.done.recoded is not None:
            return self._form_by_class(name)
        level = self.done.outcome.levels[study.generalized.index(name)]
        hierarchy = self.done.hierarchies[name]
        rows = hierarchy.rows(before)
        shown = hierarchy.levels[level].gather(np.maximum(rows, 0)).cast(pl.String)
        return Form(shown, shown, rows < 0)

    def _aggregates(self, name: str) -> pl.Series:
        """What the release shows of an aggregated column, or would show of suppressed records."""
        study, frame = self.done.study, self.done.frame
        computed = _texts(study, name, self.aggregates[name])
        if name not in frame.columns:
            return computed
        kept = pl.Series(~self.done.outcome.suppressed)
        shown = pl.when(kept).then(_texts(study, name, frame[name])).otherwise(computed)
        return pl.select(shown).to_series()

    def _form_by_class(self, name: str) -> Form:
        """Each record as its own class shows it, and as the first class that it fits shows it."""
        recoded, outcome = self.done.recoded, self.done.outcome
        assert recoded is not None  # noqa: S101  (asked by the caller)
        texts = transform(recoded, outcome.levels, outcome.suppressed)[name].cast(pl.String)
        learned, outside = self._spread(texts)
        if not self.done.way.by_class:
            return Form(learned, learned, outside | ~self.kept)
        # Its own class may depend on the value to predict; the first class that fits does not.
        asked = self._first_fits[name]
        return Form(learned, asked, np.zeros(len(asked), np.bool_))

    def of_target(self, name: str) -> Form:
        """A column to predict: what the release shows, or would show of suppressed records."""
        form = self.of_column(name)
        if not self.done.way.by_class or name in self.done.study.aggregated:
            return form
        shown = pl.when(pl.Series(self.kept)).then(form.learned).otherwise(form.asked)
        return replace(form, asked=pl.select(shown).to_series())

    @cached_property
    def _first_fits(self) -> dict[str, pl.Series]:
        """Every record in the form of the first class that it fits."""
        study = self.done.study
        names = [name for name in study.generalized if name not in study.aggregated]
        form = local_form_in_memory(self.done, names)
        return form.texts({name: self.input(name) for name in names})

    def _spread(self, texts: pl.Series) -> tuple[pl.Series, Bools]:
        """Values of the release at the places of its records, and flags of the records without one.

        These have any value of the release; the flags tell that it means nothing.
        """
        if self.inside is None:
            return texts, np.zeros(len(texts), np.bool_)
        places = np.maximum(np.cumsum(self.inside) - 1, 0)
        return texts.gather(places), ~self.inside


def _texts(study: Study, name: str, values: pl.Series) -> pl.Series:
    """Aggregates as texts; a mean of whole numbers keeps its decimals."""
    if values.dtype.is_temporal():
        return study.columns[name].options.type.texts(values)
    return values.cast(pl.String)
