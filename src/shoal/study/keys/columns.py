"""The section `columns` of a study: what each column is and may become (docs/study.md)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from annotated_types import Ge, Gt
from pydantic import AfterValidator, BeforeValidator, model_validator

from shoal.data.date_formats import full_years
from shoal.data.plain import TypeKeys
from shoal.data.schema import ColumnOptions, column_types
from shoal.errors import StudyError
from shoal.study.keys.kinds import Texts, no_repeats, one_of
from shoal.study.keys.plugins import AggregateFunction, Builder, Pseudonym, aggregates
from shoal.study.keys.section import Section, all_wrong, takes
from shoal.study.keys.shift import Shift

ROLES = ("identifier", "quasi-identifier", "sensitive", "insensitive", "undecided")
TYPES = ("string", "ordered", "integer", "decimal", "date", "boolean")
Level = Annotated[int, Ge(0)]


@takes(also=("string",))
def _read_pseudonym(given: object) -> object:
    """Read a pseudonym method; its name alone stands for it without parameters."""
    return {"method": given} if isinstance(given, str) else given


class Column(Section):
    """One column of the data.

    Attributes:
        role: What the column tells about a person.
        type: How its values are read.
        order: All values of an ordered column, lowest first.
        format: How a date is written.
        pivot: The last year that a year of two digits can mean.
        hierarchy: How its values become coarser.
        weight: How much its loss counts.
        min_level: The lowest level a release may use.
        max_level: The highest level a release may use.
        aggregate: How the values of a class become one value.
        pseudonym: What becomes of an identifier.
        shift: By how many days the dates of a person are moved.
        target: Whether models will predict this column.
        missing: Texts that are read as missing.
        unknown: What to do about values that are not in the hierarchy.
    """

    role: Annotated[str, one_of(*ROLES)]
    type: Annotated[str, one_of(*TYPES)] = "string"
    order: Annotated[Texts, AfterValidator(no_repeats)] | None = None
    format: str | None = None
    pivot: int | None = None
    hierarchy: Builder | None = None
    weight: Annotated[float, Gt(0)] = 1.0
    min_level: Level | None = None
    max_level: Level | None = None
    aggregate: AggregateFunction | None = None
    pseudonym: Annotated[Pseudonym | None, BeforeValidator(_read_pseudonym)] = None
    shift: Shift | None = None
    target: bool = False
    missing: Texts | None = None
    unknown: Annotated[Literal["error"], one_of("error", planned=("suppress",))] = "error"

    @property
    def options(self) -> ColumnOptions:
        """How the values of the column are read."""
        return ColumnOptions(column_types.build(self.type_settings), self.missing or ())

    @property
    def type_settings(self) -> TypeKeys:
        """The type with its parameters."""
        keys: TypeKeys = {"type": self.type}
        if self.order is not None:
            keys["order"] = [*self.order]
        if self.format is not None:
            keys["format"] = self.format
        if self.pivot is not None:
            keys["pivot"] = self.pivot
        return keys

    @property
    def is_released(self) -> bool:
        """Whether the release may have the column, as it is, coarser or replaced."""
        return self.role not in {"identifier", "undecided"} or self.is_replaced

    @property
    def date_format(self) -> str:
        """How dates are written after they were read: with years of four digits."""
        return full_years(self.format or "%Y-%m-%d")

    @property
    def is_replaced(self) -> bool:
        """Whether the column is released with pseudonyms or shifted dates instead of its values."""
        return hasattr(self.pseudonym, "pseudonyms") or self.shift is not None

    @property
    def replacement(self) -> Any:  # noqa: ANN401  (a pseudonym method or a shift)
        """The pseudonym method or shift that replaces the values; None if they are not replaced."""
        return self.shift or (self.pseudonym if self.is_replaced else None)

    @property
    def is_generalized(self) -> bool:
        """Whether the search may coarsen this column."""
        return self.role == "quasi-identifier" and not self.is_outside_the_key

    @property
    def is_outside_the_key(self) -> bool:
        """Whether the column is aggregated without taking part in forming classes."""
        return self.aggregate is not None and not self.aggregate.clustering

    @model_validator(mode="before")
    @classmethod
    def _numbers_if_not_said_otherwise(cls, given: Any) -> Any:  # noqa: ANN401  (any YAML)
        """A column whose aggregate needs numbers is read as numbers, unless a type is given."""
        aggregate = given.get("aggregate") if isinstance(given, Mapping) else None
        if not isinstance(aggregate, Mapping) or given.get("type") is not None:
            return given
        name = aggregate.get("function")
        if not isinstance(name, str) or name not in aggregates():
            return given
        function: Any = aggregates().class_of(name)
        return given if "string" in function.types else {**given, "type": "decimal"}

    @model_validator(mode="after")
    def _keys_fit_together(self) -> Self:
        problems = [
            *_type_problems(self),
            *_level_problems(self),
            *_role_problems(self),
            *_aggregate_problems(self),
            *_shift_problems(self),
        ]
        if problems:
            raise all_wrong("Column", problems)
        return self


def _type_problems(column: Column) -> list[str]:
    if column.type == "ordered" and not column.order:
        return ["`type: ordered` needs the key `order` with all values, lowest first"]
    if column.type != "ordered" and column.order is not None:
        return ["`order` belongs to `type: ordered`"]
    if column.type != "date" and column.format is not None:
        return ["`format` belongs to `type: date`"]
    if column.type != "date" and column.pivot is not None:
        return ["`pivot` belongs to `type: date`"]
    try:
        column_types.build(column.type_settings)
    except StudyError as error:
        return list(error.problems)
    return []


def _level_problems(column: Column) -> list[str]:
    low, high = column.min_level, column.max_level
    if low is not None and high is not None and low > high:
        return [f"min_level {low} is above max_level {high}"]
    return []


def _role_problems(column: Column) -> list[str]:
    """Keys that are given for a role for which they mean nothing."""
    idle: list[str] = []
    if column.role != "quasi-identifier":
        levels = ("min_level", "max_level")
        names = [name for name in levels if getattr(column, name) is not None]
        idle += [f"`{name}` belongs to quasi-identifiers" for name in names]
        idle += ["`weight` belongs to quasi-identifiers"] if column.weight != 1 else []
    if column.role != "identifier" and column.pseudonym is not None:
        idle.append("`pseudonym` belongs to identifiers")
    if column.role == "identifier" and column.hierarchy is not None:
        idle.append("an identifier is not released, so it needs no hierarchy")
    if column.role == "identifier" and column.target:
        idle.append("an identifier cannot be a target")
    if column.role != "quasi-identifier" and column.aggregate is not None:
        idle.append("`aggregate` belongs to quasi-identifiers; other columns are not changed")
    if column.role == "undecided":
        meant = ("hierarchy", "shift", "target")
        names = [name for name in meant if getattr(column, name)]
        idle += [f"`{name}` says nothing while the role is undecided" for name in names]
    return idle


def _shift_problems(column: Column) -> list[str]:
    """A `shift` of a column that is not a date, or not released as it is otherwise."""
    if column.shift is None:
        return []
    if column.role == "quasi-identifier":
        return [
            "`shift` is not for quasi-identifiers: classes are formed of values that can be traced"
            " to the input. Let a `hierarchy` of dates make them coarser, or give the column"
            " `role: sensitive`"
        ]
    if column.role == "identifier":
        return ["an identifier is not released, so it is not shifted"]
    return [] if column.type == "date" else ["`shift` belongs to `type: date`"]


def _aggregate_problems(column: Column) -> list[str]:
    """What an aggregate function cannot do with a column as it is."""
    if column.aggregate is None:
        return []
    problems = []
    name, types = aggregates().name_of(column.aggregate), column.aggregate.types
    if column.type not in types:
        problems.append(
            f"`aggregate`: {name} needs values of type {', '.join(types)}; this column's type is"
            f" {column.type}. Declare its `type`, or use another function (mode, set)"
        )
    if column.type == "date" and getattr(column.aggregate, "missing", "") == "zero":
        problems.append("`aggregate`: a missing date is not zero. Use `missing: ignore`")
    has_decimals = getattr(column.aggregate, "decimals", None) is not None
    if column.type not in {"integer", "decimal"} and has_decimals:
        problems.append("`aggregate`: `decimals` is about numbers, and these values are none")
    levels = [key for key in ("hierarchy", "min_level", "max_level") if _is_given(column, key)]
    if column.is_outside_the_key and levels:
        problems.append(
            f"`{levels[0]}` has no effect on a column that is aggregated without clustering. Take"
            " it out, or set `clustering: true` so that its levels help to form classes"
        )
    return problems


def _is_given(column: Column, key: str) -> bool:
    return getattr(column, key) is not None
