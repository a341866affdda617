"""Anonymization as a step of scikit-learn (scikit-learn.org, "Developing estimators").

This module is a face like CLI and web: scikit-learn calls it, and it calls the service.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.checks import check_table
from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.errors import DataError, StudyError
from shoal.learning.array_tables import is_array, table_of_array, values_of
from shoal.learning.labeling import Labeling
from shoal.learning.libraries import learning_libraries
from shoal.learning.local_form import LocalForm
from shoal.learning.mapping import release_form

with learning_libraries():
    from sklearn import get_config
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import check_is_fitted, validate_data

if TYPE_CHECKING:
    from shoal.study.study import Study

CONTAINERS = ("default", "pandas", "polars")


class Anonymizer(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):  # type: ignore[misc, call-arg]
    """Anonymizes the table it is fitted to, and brings new records into the same form.

    `fit_transform` gives the release itself, record by record in order: suppressed records are
    blank, so that later steps learn from the release only. `transform` gives any record the labels
    of the release, also one that is suppressed there; like scikit-learn's `TargetEncoder`, the two
    differ on the table it was fitted to. `suppressed="generalized"` makes them equal but for
    aggregated columns, and lets later steps learn from records that are not released. Where classes
    have levels of their own, `transform` gives a record those of the first class that it fits.

    Attributes:
        study: The study: its keys, a `Study`, or the path of its file; its `data` plays no part.
        unseen: What becomes of a value that a hierarchy does not know: `error` or `root`.
        suppressed: What `fit_transform` gives for suppressed records: `blank` or `generalized`.
        levels_: The level of each generalized column; none where each class has its own.
        suppressed_: Which records of the fitted table are suppressed.

    Example:
        >>> import polars as pl
        >>> age = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
        >>> keys = {"columns": {"age": age}, "privacy": [{"model": "k-anonymity", "k": 2}]}
        >>> fitted = Anonymizer(keys).fit(pl.DataFrame({"age": ["34", "39", "66", "61"]}))
        >>> fitted.transform(pl.DataFrame({"age": ["53"]}))["age"].to_list()
        ['5*']
    """

    def __init__(
        self,
        study: Any,  # noqa: ANN401  (scikit-learn wants parameters as they were given)
        *,
        unseen: Literal["error", "root"] = "error",
        suppressed: Literal["blank", "generalized"] = "blank",
    ) -> None:
        self.study = study
        self.unseen = unseen
        self.suppressed = suppressed

    levels_: dict[str, int]
    suppressed_: Bools
    labelings_: tuple[Labeling, ...]
    local_: LocalForm | None

    def fit(self, X: Any, y: Any = None) -> Self:  # noqa: ANN401  (scikit-learn's names)
        """Anonymize a table and remember how.

        Args:
            X: A pandas, Polars or Arrow table with the columns of the study, or an array with them
                in the study's order.
            y: The column of the study that `X` does not have, if there is one.
        """
        self._fit_release(X, y)
        return self

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> Any:  # noqa: ANN401
        """Anonymize a table, and return its release in the order of the table."""
        table, release = self._fit_release(X, y)
        if self.suppressed == "generalized":
            return self.transform(X)
        return self._to_container(
            table, release.select(by_name(list(self.get_feature_names_out())))
        )

    def transform(self, X: Any) -> Any:  # noqa: ANN401  (scikit-learn's names)
        """Return any records in the form of the release."""
        check_is_fitted(self)
        table = self._table(X)
        known = check_table(table, {each.name: each.options for each in self.labelings_})
        return self._to_container(table, release_form(self.labelings_, self.local_, known.frame))

    def get_feature_names_out(self, input_features: Any = None) -> Any:  # noqa: ANN401
        """The names of the released columns."""
        check_is_fitted(self)
        return np.array([each.name for each in self.labelings_], dtype=object)

    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose the kind of table that comes out; by default the kind that went in."""
        if transform is not None:
            self._sklearn_output_config = {"transform": _container(transform)}
        return self

    def _fit_release(self, data: Any, y: Any) -> tuple[Table, pl.DataFrame]:  # noqa: ANN401
        """Fit to a table; returns it and its release."""
        from shoal.service.fitted import fit_release  # noqa: PLC0415  (a face: see above)
        from shoal.study.given import as_study  # noqa: PLC0415

        if self.suppressed not in ("blank", "generalized"):
            raise StudyError(f"suppressed: expected blank or generalized, not {self.suppressed!r}.")
        study = as_study(self._study(data))
        names = list(study.columns)
        table = (
            self._table_of_array(data, names, _target_of(study))
            if is_array(data)
            else Table.of(data)
        )
        done = fit_release(study, _with_target(table, names, y), self.unseen)
        if not is_array(data):
            self.feature_names_in_ = np.array(table.names, dtype=object)
        self.n_features_in_ = len(table.names)
        self._names = table.names
        labelings = done.labelings.columns
        self.labelings_ = tuple(each for each in labelings if each.name in table.names)
        self.local_ = done.labelings.local
        self.levels_, self.suppressed_ = done.levels, done.suppressed
        return table, done.frame

    def _table(self, data: Any) -> Table:  # noqa: ANN401  (any kind of table)
        """New records as a table; only the released columns are needed."""
        table = self._table_of_array(data, self._names, None) if is_array(data) else Table.of(data)
        absent = [each.name for each in self.labelings_ if each.name not in table.names]
        if absent:
            raise DataError(*(f"There is no column {name!r} in the data." for name in absent))
        return table

    def _study(self, data: object) -> Any:  # noqa: ANN401  (in any of its forms)
        """The study for a table; subclasses may derive it from the table."""
        return self.study

    def _table_of_array(self, data: Any, names: Sequence[str], target: str | None) -> Table:  # noqa: ANN401
        """An array as a table; scikit-learn refuses anything that is not an array of records."""
        known = target is None and hasattr(self, "n_features_in_")
        settings = {"dtype": None, "ensure_all_finite": False}
        return table_of_array(validate_data(self, data, reset=not known, **settings), names, target)

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401  (scikit-learn's own type)
        """Tell scikit-learn that texts and missing values are accepted."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string = tags.input_tags.categorical = tags.input_tags.allow_nan = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _to_container(self, table: Table, frame: pl.DataFrame) -> object:
        """The frame as the kind of table that is wanted."""
        config: dict[str, str] = getattr(self, "_sklearn_output_config", {})
        kind = config.get("transform") or _container(get_config()["transform_output"])
        if kind == "polars":
            return frame
        back: Any = table.back(frame)
        if kind == "pandas" and not hasattr(back, "iloc"):
            return frame.to_pandas()
        return back


def _target_of(study: "Study") -> str | None:
    """The column that scikit-learn may pass as `y`: the only target of the study, or None."""
    marked = [name for name, column in study.columns.items() if column.target]
    return marked[0] if len(marked) == 1 else None


def _container(name: str) -> str:
    """The name of a kind of table, if it is known; else StudyError."""
    if name not in CONTAINERS:
        raise StudyError(f"set_output: expected {', '.join(CONTAINERS)}, found {name!r}.")
    return name


def _with_target(table: Table, columns: list[str], y: Any) -> Table:  # noqa: ANN401
    """The table with `y` as the one column of the study that it does not have."""
    absent = [name for name in columns if name not in table.names]
    if y is None or len(absent) != 1:
        return table
    column = values_of(absent[0], np.asarray(y).tolist())
    return Table(table.frame.with_columns(column), table.origin)
