"""The columns of a table as models see them before anything is done to them."""

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.learning.features import Features, feature_of
from shoal.pipeline.learning.sides import scaling_of
from shoal.study.predicted import features_of
from shoal.study.study import Study


def raw_features(study: Study, table: Table, kept: Bools) -> Features:
    """The features as they were."""
    columns, codes = [], []
    for name in features_of(study):
        type = study.columns[name].options.type
        texts = table.texts(name, type).cast(pl.String)
        feature, [found] = feature_of(name, [texts], type, scaling_of(study, name))
        columns.append(feature)
        codes.append(found)
    same = tuple(codes)
    return Features(tuple(columns), same, same, np.array(kept))
