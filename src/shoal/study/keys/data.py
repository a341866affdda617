"""The section `data` of a study: where the table is and how it is read (docs/study.md)."""

from pathlib import Path
from typing import Any, Self

from pydantic import model_validator

from shoal.data.plain import DataKeys
from shoal.data.source import Source
from shoal.errors import StudyError
from shoal.study.keys.section import Section, all_wrong, takes


class Data(Section):
    """Where the table is: a file, or a query to a database; what is not given is found by looking.

    Attributes:
        path: The file, relative to the study; for FHIR also a folder.
        format: csv, parquet, arrow, excel or fhir.
        separator: What stands between two cells of a CSV file.
        quote: What encloses a cell of a CSV file.
        encoding: How characters are stored.
        decimal: The decimal mark.
        skip: How many lines stand before the header of a CSV file.
        comment: What lines of a CSV file begin with that are not records.
        sheet: The sheet of a workbook, by name or by number from 1.
        resource: The FHIR resources that become records: Patient, Encounter or Condition.
        time_zone: Whose clock tells the local time of moments that have a time zone.
        url: The database: postgresql://, sqlite:/// or duckdb:///; never with a password,
            `${NAME}` stands for a variable of the environment or of the credentials file.
        query: What is asked of the database.
        credentials: A file with lines NAME=value that only its owner may read.
    """

    path: str | None = None
    format: str | None = None
    separator: str | None = None
    quote: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    skip: int | None = None
    comment: str | None = None
    sheet: int | str | None = None
    resource: str | None = None
    time_zone: str | None = None
    url: str | None = None
    query: str | None = None
    credentials: str | None = None

    def given(self) -> DataKeys:
        """The section as a study would hold it."""
        settings: Any = super().given()
        keys: DataKeys = settings
        return keys

    def source(self, folder: Path) -> Source:
        """The file or the query itself."""
        return Source.of(self.given(), folder)

    @model_validator(mode="after")
    def _readable(self) -> Self:
        try:
            self.source(Path())
        except StudyError as error:
            raise all_wrong("Data", list(error.problems)) from None
        return self


@takes(also=("string",))
def as_section(given: object) -> object:
    """A path alone stands for `{path: …}`."""
    return {"path": str(given)} if isinstance(given, str | Path) else given


def as_key(data: Data | None) -> Any:  # noqa: ANN401  (Pydantic reads the annotation)
    """The shortest form a study would hold."""
    given = data.given() if data else None
    return given["path"] if given and set(given) == {"path"} else given
