"""A part of the table anonymized by itself, and other records brought into that release's form.

In the papers' protocol the release is made from all records, also from those that are predicted. If
only the records to learn from are anonymized, nothing about the others leaks into the release
(docs/theory/learning.md, the strict mode).
"""

from collections.abc import Callable, Iterator

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.arrays import Bools, Codes
from shoal.errors import NoReleaseError, StudyError
from shoal.learning.features import Feature, Features, feature_of
from shoal.learning.local_form import released_texts
from shoal.pipeline.learning.sides import column_scaling, counts_middles, sides_of
from shoal.pipeline.release.labelings import labelings_of
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.sides import Part, Sides
from shoal.pipeline.ways.choice import read_of
from shoal.study.predicted import evaluation_of, features_of, targets_of
from shoal.study.study import Study

Again = Callable[[Read], Released]


def part_of(
    study: Study, whole: Table, places: Codes, learned: Bools, asked: Bools, again: Again
) -> Part:
    """Anonymize the records to learn from, and bring the records to be asked into their form.

    If there is no release of them, the part has no features. Flags and features have one entry for
    each record that takes part.

    Args:
        study: The study.
        whole: Its table.
        places: Where the records that take part stand in the table.
        learned: Flags of the records to learn from.
        asked: Flags of the records to be asked about.
        again: Anonymizes a table.
    """
    refuse_changing_targets(study)
    inside = np.ones(whole.records, np.bool_)
    inside[places[~learned]] = False
    names = features_of(study)
    try:
        table = Table(whole.frame.filter(pl.Series(inside)))
        inner = again(read_of(_study_of_part(study), table))
    except NoReleaseError:
        nothing = Features((), (), (), np.zeros(len(places), np.bool_))
        return Part(nothing, learned, asked, None)
    values = whole.frame[places[asked]]
    labelings = labelings_of(inner, names, "root", study)
    raw = {name: values[name] for name in names}
    shown = released_texts(labelings.columns, labelings.local, raw)
    features = _features(inner, sides_of(inner), shown, learned, asked)
    return Part(features, learned, asked, inner.levels)


def places_of(done: Released) -> Codes:
    """Where the records that take part stand in the whole table; of a sample, all take part."""
    if done.chosen is None or done.study.is_sampled:
        return np.arange(done.whole.records, dtype=np.int32)
    return np.flatnonzero(done.chosen.to_numpy()).astype(np.int32)


def refuse_changing_targets(study: Study) -> None:
    """Refuse targets that each part of the table could show in another way."""
    problems = list(_problems_of_targets(study))
    if problems:
        raise StudyError(*problems)


def _problems_of_targets(study: Study) -> Iterator[str]:
    """What is wrong with targets: they are aggregated, or their level is not fixed."""
    for name in targets_of(study):
        column = study.columns[name]
        fixed = column.min_level is not None and column.min_level == column.max_level
        if name in study.aggregated or (name in study.generalized and not fixed):
            yield (
                f"evaluate: each part of the table could show the target {name!r} in another way,"
                " and then there is no class to predict. Fix its level (`min_level` and"
                " `max_level`), make it no quasi-identifier, or anonymize once."
            )


def _study_of_part(study: Study) -> Study:
    """The study for a part of the table, which is not divided further."""
    plain = evaluation_of(study).model_copy(update={"anonymize": "once", "membership_attacks": 0})
    return study.model_copy(update={"evaluate": plain})


def _features(
    inner: Released, sides: Sides, shown: dict[str, pl.Series], learned: Bools, asked: Bools
) -> Features:
    """Codes of both kinds of records, at their places among those that take part.

    Args:
        inner: The release of the records to learn from.
        sides: The same as models see it.
        shown: The records to be asked, in the form of that release, by feature.
        learned: Flags of the records to learn from.
        asked: Flags of the records to be asked about.
    """
    features = [
        _column(inner.study, feature, codes, shown[feature.name], learned, asked)
        for feature, codes in zip(sides.released.columns, sides.released.training, strict=True)
    ]
    kept = np.zeros(len(learned), np.bool_)
    kept[learned] = sides.released.kept
    columns, training, testing = zip(*features, strict=True) if features else ((), (), ())
    return Features(columns, training, testing, kept)


def _column(
    study: Study, before: Feature, codes: Codes, shown: pl.Series, learned: Bools, asked: Bools
) -> tuple[Feature, Codes, Codes]:
    """One feature, with its codes to learn from and to be asked about; 0 at all other places."""
    texts = [before.labels.gather(codes), shown]
    type, scaling = study.columns[before.name].options.type, column_scaling(study, before.name)
    middles = counts_middles(study, before.name)
    feature, both = feature_of(before.name, texts, type, scaling, middles=middles)
    training, testing = np.zeros((2, len(learned)), np.int32)
    training[learned], testing[asked] = both
    return feature, training, testing
