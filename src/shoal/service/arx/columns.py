"""Columns of an ARX project as columns of a study: roles, types, hierarchies, levels, weights."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import polars as pl

from shoal.data.arx.java_stream import JavaObject
from shoal.data.arx.project import ArxColumn, ArxProject
from shoal.data.checks import check_table
from shoal.data.schema import ColumnOptions, column_types
from shoal.data.table import Table
from shoal.errors import DataError, StudyError
from shoal.study.keys.plain import ColumnKeys, Settings, TypeKeys

QUASI = "QUASI_IDENTIFYING_ATTRIBUTE"
ROLES = {
    "IDENTIFYING_ATTRIBUTE": "identifier",
    QUASI: "quasi-identifier",
    "SENSITIVE_ATTRIBUTE": "sensitive",
    "INSENSITIVE_ATTRIBUTE": "insensitive",
}
FUNCTIONS = {
    "arithmetic mean": "mean",
    "geometric mean": "geometric-mean",
    "median": "median",
    "interval": "interval",
    "mode": "mode",
}
WITH_CLUSTERS = "CLUSTERING_AND_MICRO_AGGREGATION"
MISSING = "NULL"  # how ARX writes a missing value
LEAST_WEIGHT = 0.001  # where ARX has 0, which no loss here takes
KNOWN = {
    "datatype", "format", "locale", "min", "max", "response",
    "microaggregationfunction", "microaggregationignoremissingdata",
}  # fmt: skip
DATES = {
    "yyyy": "%Y", "MM": "%m", "M": "%m", "dd": "%d", "d": "%d", "HH": "%H", "H": "%H",
    "mm": "%M", "ss": "%S",
}  # fmt: skip


@dataclass
class Columns:
    """The columns of the study so far, and what could not be taken over."""

    project: ArxProject
    frame: pl.DataFrame
    hierarchies: Mapping[str, Settings]
    left_out: list[str] = field(default_factory=list)

    def keys(self) -> dict[str, ColumnKeys]:
        """The section `columns`."""
        weights = self._weights()
        return {one.name: self._column(one, weights) for one in self.project.columns}

    def _column(self, one: ArxColumn, weights: Mapping[str, float]) -> ColumnKeys:
        if one.role not in ROLES:
            self._leave(one, "its role; it is undecided now")
        for name in sorted(set(one.settings) - KNOWN):
            self._leave(one, f"the setting {name!r}, which is not known here")
        keys: ColumnKeys = {"role": ROLES.get(one.role, "undecided"), **self._type(one)}
        if one.settings.get("response") == "true" and keys["role"] != "identifier":
            keys["target"] = True
        if keys["role"] == "quasi-identifier":
            keys.update(self._coarser(one))
            if one.name in weights and not keys.get("aggregate"):
                keys["weight"] = weights[one.name]
        elif keys["role"] == "sensitive" and one.name in self.hierarchies:
            keys["hierarchy"] = self.hierarchies[one.name]
        elif one.hierarchy is not None:
            self._leave(one, "its hierarchy, which its role has no use for")
        return keys

    def _coarser(self, one: ArxColumn) -> ColumnKeys:
        """How a quasi-identifier becomes coarser: levels, an aggregate, or both."""
        keys: ColumnKeys = {}
        function = one.settings.get("microaggregationfunction")
        if function is not None and function.strip().lower() not in FUNCTIONS:
            self._leave(one, f"the microaggregation by {function.strip()}")
            function = None
        if function is not None:
            keys["aggregate"] = self._aggregate(one, FUNCTIONS[function.strip().lower()])
            if not keys["aggregate"]["clustering"]:
                return keys
        # ARX keeps the values of a column without a hierarchy as they are.
        keys["hierarchy"] = self.hierarchies.get(one.name, {"builder": "identity"})
        if one.name in self.hierarchies:
            for key, said in (("min_level", "min"), ("max_level", "max")):
                text = one.settings.get(said, "All").strip()
                if text.isdecimal():
                    keys[key] = int(text)  # type: ignore[literal-required]
        return keys

    def _aggregate(self, one: ArxColumn, function: str) -> Settings:
        ignores = one.settings.get("microaggregationignoremissingdata", "true").strip() == "true"
        if not ignores:
            self._leave(one, "missing values that count in its microaggregation; they are ignored")
        config = self.project.find("ModelConfiguration")
        modes = config.fields.get("transformationModes") if config else None
        mode = modes.pairs().get(one.name) if isinstance(modes, JavaObject) else None
        return {"function": function, "clustering": mode == WITH_CLUSTERS}

    def _type(self, one: ArxColumn) -> ColumnKeys:
        """The type of the column's values and what is read as missing; text if they do not fit."""
        texts = self.frame[one.name] if one.name in self.frame.columns else pl.Series([MISSING])
        is_missing = {"missing": [MISSING]} if (texts == MISSING).any() else {}
        known = self._known_type(one)
        if known.get("type", "string") != "string" and not _fits(known, texts, is_missing):
            self._leave(one, f"the type {known['type']}, as some values are none; it is text now")
            known = {}
        return {**known, **is_missing}  # type: ignore[typeddict-item]

    def _known_type(self, one: ArxColumn) -> TypeKeys:
        said = one.settings.get("datatype", "").strip()
        form = one.settings.get("format", "")
        form = "" if form.strip() == "Default" else form
        if said in {"Integer", "Decimal"}:
            if form:
                self._leave(one, "the number format; it is text now")
            return {} if form else {"type": said.lower()}
        if said in {"Ordinal", "OrderedString", "Ordered string"}:
            order = [line for line in form.splitlines() if line]
            return {"type": "ordered", "order": order} if order else {}
        return self._date(one, said, form) if _is_date(said) else self._text(one, said)

    def _date(self, one: ArxColumn, said: str, form: str) -> TypeKeys:
        inside = re.fullmatch(r"Date\((.*)\)", said)
        java = form or (inside[1] if inside else "") or "dd.MM.yyyy"
        if said not in {"Date/Time", "Date"} and not inside:
            java = said  # ARX 2 wrote the format as the type
        format = date_format(java.strip())
        if format is None:
            self._leave(one, "its date format, which is not known here; it is text now")
            return {}
        return {"type": "date", "format": format}

    def _text(self, one: ArxColumn, said: str) -> TypeKeys:
        if said not in {"", "String"}:
            self._leave(one, f"the type {said}; it is text now")
        return {}

    def _weights(self) -> dict[str, float]:
        """The weights of the quasi-identifiers; none where ARX treats all alike."""
        weights = self.project.weights
        names = [one.name for one in self.project.columns if one.role == QUASI]
        given = {name: weights.get(name, 0.0) for name in names}
        if len(set(given.values())) <= 1:
            return {}
        for name in (name for name, weight in given.items() if weight <= 0):
            self.left_out.append(f"Column {name!r}: the weight 0; it is {LEAST_WEIGHT} now.")
        return {name: weight if weight > 0 else LEAST_WEIGHT for name, weight in given.items()}

    def _leave(self, one: ArxColumn, what: str) -> None:
        self.left_out.append(f"Column {one.name!r}: {what}.")


def date_format(java: str) -> str | None:
    """The format of Java's SimpleDateFormat as one of a study; None if it says more than that."""
    parts = list(_date_parts(java))
    return "".join(parts) if "%Y" in parts and "?" not in parts else None


def _date_parts(java: str) -> Iterator[str]:
    for quoted, letters, other in re.findall(r"'([^']*)'|([A-Za-z]+)|([^A-Za-z'])", java):
        yield from (DATES.get(run.group(), "?") for run in re.finditer(r"(.)\1*", letters))
        yield (quoted or other).replace("%", "%%")


def _is_date(said: str) -> bool:
    return said.startswith("Date") or "yy" in said


def _fits(known: TypeKeys, texts: pl.Series, missing: Mapping[str, list[str]]) -> bool:
    """Whether all values of a column are of a type."""
    try:
        options = ColumnOptions(column_types.build(known), tuple(missing.get("missing", ())))
        check_table(Table(texts.alias("column").to_frame()), {"column": options})
    except (DataError, StudyError):
        return False
    return True
