"""The section `data` of a study: where the table is and how its file is written (design.md §5)."""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import model_validator

from shoal.data.source import Source
from shoal.errors import StudyError
from shoal.service.keys import planned
from shoal.service.section import Section, all_wrong

_FILES = "Export the table to CSV, Parquet or Arrow and give its path."


class Data(Section):
    """Where the table is; what is not given is found by looking at the file.

    Attributes:
        path: The file, relative to the study.
        format: csv, parquet or arrow.
        separator: What stands between two cells of a CSV file.
        quote: What encloses a cell of a CSV file.
        encoding: How characters are stored.
        decimal: The decimal mark.
    """

    path: str
    format: str | None = None
    separator: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    sheet: Annotated[None, planned(_FILES)] = None
    url: Annotated[None, planned(_FILES)] = None
    query: Annotated[None, planned(_FILES)] = None

    def source(self, folder: Path) -> Source:
        """The file itself."""
        return Source.of(self.given(), folder)

    @model_validator(mode="after")
    def _readable(self) -> Self:
        try:
            self.source(Path())
        except StudyError as error:
            raise all_wrong("Data", list(error.problems)) from None
        return self


def as_section(given: object) -> object:
    """A path alone stands for `{path: …}`; a database needs no path to be told it comes later."""
    if isinstance(given, str | Path):
        return {"path": str(given)}
    if isinstance(given, dict) and "url" in given:
        return {"path": "-", **given}
    return given


def as_key(data: Data | None) -> Any:  # noqa: ANN401  (a path or a mapping, as in a study)
    """The shortest form a study would hold."""
    given = data.given() if data else None
    return given["path"] if given and set(given) == {"path"} else given
