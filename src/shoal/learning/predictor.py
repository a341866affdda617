"""A model that was trained on a release and predicts for raw records.

Each record is brought into the form of the release, then into the matrix of the model. A predictor
does not hold the records that it was trained on.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.data.checks import check_table
from shoal.data.table import Table, exact_column
from shoal.engine.arrays import Codes, Floats
from shoal.learning.encoding import Encoding
from shoal.learning.labeling import Labeling, unknown_values
from shoal.learning.local_form import LocalForm, released_texts
from shoal.learning.matrix import dense_if_small
from shoal.learning.model import Classifier, LearningModel, Matrix
from shoal.learning.threads import one_thread


@dataclass(frozen=True, eq=False)
class Predictor:
    """A trained model with everything it needs to predict.

    Attributes:
        target: The column that it predicts.
        classes: The classes that it can predict; None is a missing value.
        labelings: How each feature is brought into the form of the release.
        encoding: How released texts become its matrix.
        estimator: The classifier.
        dense: Whether a small matrix becomes an array, as in training.
        local: The form of features whose levels depend on the class, if there are any.
    """

    target: str
    classes: tuple[str | None, ...]
    labelings: tuple[Labeling, ...]
    encoding: Encoding
    estimator: Classifier
    dense: bool
    local: LocalForm | None = None

    def confidences(self, data: object, decimal: str = ".") -> Floats:
        """The confidence in each class: one row per record of a table, one column per class.

        Args:
            data: A pandas, Polars or Arrow table with the features as they were before the release.
            decimal: The decimal mark in the table's texts.
        """
        table = Table.of(data)
        table = check_table(table, {each.name: each.options for each in self.labelings}, decimal)
        values = {each.name: exact_column(table.frame, each.name) for each in self.labelings}
        texts = released_texts(self.labelings, self.local, values)
        self._refuse_unlearned(texts)
        confidences = np.zeros((table.records, len(self.classes)))
        if not table.records:
            return confidences
        matrix = matrix_of(self.encoding, texts, table.records, dense=self.dense)
        with one_thread():
            confidences[:, self.estimator.classes_] = self.estimator.predict_proba(matrix)
        return confidences

    def predict(self, data: object, decimal: str = ".") -> pl.DataFrame:
        """The most probable class of each record, and the confidence in each class.

        The first column has the name of the target; the others are called target=class. The
        arguments are those of `confidences`.
        """
        confidences = self.confidences(data, decimal)
        classes = pl.Series(self.classes, dtype=pl.String)
        best = pl.Series(confidences.argmax(axis=1), dtype=pl.UInt32)
        names = [f"{self.target}={'' if label is None else label}" for label in self.classes]
        shares = [pl.Series(name, confidences[:, at]) for at, name in enumerate(names)]
        return pl.DataFrame([classes.gather(best).alias(self.target), *shares])

    def _refuse_unlearned(self, texts: Mapping[str, pl.Series]) -> None:
        """Refuse values that are asked as they are and that no released record had.

        Labels are known to their hierarchy; here, the released values are all that is known. Where
        `unseen` is `root`, such a value counts as unknown and tells the model nothing.
        """
        strict = {each.name for each in self.labelings if each.refuses_unlearned}
        for column in self.encoding.columns:
            lost = column.unlearned(texts[column.name], self.encoding.layout)
            if column.name in strict and lost.any():
                values = texts[column.name]
                counts = values.filter(lost).n_unique(), values.n_unique()
                raise unknown_values(column.name, *counts, "the model: no released record had them")

    @property
    def fits(self) -> bool:
        """Whether the classifier was trained on such a matrix and such classes."""
        codes = np.asarray(self.estimator.classes_)
        known = codes.dtype.kind in "iu" and codes.min() >= 0 and codes.max() < len(self.classes)
        width = getattr(self.estimator, "n_features_in_", None)
        return bool(known) and width in {None, len(self.encoding.categorical)}


def train(
    model: LearningModel,
    encoding: Encoding,
    texts: Mapping[str, pl.Series],
    labels: Codes,
    seed: int,
) -> Classifier:
    """Train a classifier on released records.

    Args:
        model: The kind of model.
        encoding: How texts become its matrix.
        texts: The released texts of each feature.
        labels: The class of each record.
        seed: The seed of the model.
    """
    matrix = matrix_of(encoding, texts, len(labels), dense=not model.weighted)
    with one_thread():
        return model.estimator(seed, encoding.categorical).fit(matrix, labels)


def matrix_of(
    encoding: Encoding, texts: Mapping[str, pl.Series], records: int, *, dense: bool
) -> Matrix:
    """The matrix of records; a small one as an array if `dense` is set."""
    matrix = encoding.matrix(texts, records)
    return dense_if_small(matrix) if dense else matrix
