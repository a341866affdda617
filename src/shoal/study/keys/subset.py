"""The key `subset` of a study: which records of the data are released (docs/study.md)."""

from typing import Annotated, Self

from annotated_types import Gt, Le
from pydantic import BeforeValidator, PlainSerializer, model_validator

from shoal.data.query import Comparison, Condition, parse_query
from shoal.errors import StudyError
from shoal.study.keys.data import Data, as_key, as_section
from shoal.study.keys.kinds import Text
from shoal.study.keys.section import Section, all_wrong, takes, wrong
from shoal.validation import kind

FORMS = ("{column, equals}", "{query}", "{records: file}", "{sample: p}")


@takes(also=("number", "boolean"))
def _value(given: object) -> object:
    """Read a value as the text that stands for it in a file."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int | float):
        return repr(given)
    if not isinstance(given, str):
        raise wrong(f"expected a value, found {kind(given)}; put it in quotes")
    return given


class Subset(Section):
    """The research subset, chosen in exactly one way.

    Attributes:
        column: The column that tells who is in it.
        equals: The value of that column for those who are.
        query: A condition on columns, such as `age >= 18 and sex = Female`.
        records: A file that holds the records of the subset.
        sample: The chance of each record to be in it.
    """

    column: Text | None = None
    equals: Annotated[str | None, BeforeValidator(_value)] = None
    query: str | None = None
    records: Annotated[Data | None, BeforeValidator(as_section), PlainSerializer(as_key)] = None
    sample: Annotated[float, Gt(0), Le(1)] | None = None

    @property
    def condition(self) -> Condition | None:
        """The condition on columns, where the subset is one."""
        if self.query is not None:
            return parse_query(self.query)
        if self.column is not None and self.equals is not None:
            return Comparison(self.column, "=", self.equals, quoted=True)
        return None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = [name for name in ("column", "query", "records", "sample") if getattr(self, name)]
        problems = []
        if len(ways) != 1:
            problems.append(f"expected exactly one of {', '.join(FORMS)}")
        if (self.column is None) is not (self.equals is None):
            problems.append("`column` and `equals` belong together")
        try:
            self.condition  # noqa: B018  (reads the query)
        except StudyError as error:
            problems += error.problems
        if problems:
            raise all_wrong("Subset", problems)
        return self
