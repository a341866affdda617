"""The section `data` of a study: where the table is and how its file is written (design.md §5)."""

from typing import Annotated, Any

from pydantic import AfterValidator

from shoal.service.keys import one_of, planned
from shoal.service.section import Section, wrong

_FILES = "Export the table to CSV, Parquet or Arrow and give its path."


def _one_character(given: str) -> str:
    if len(given) != 1:
        raise wrong("expected a single character")
    return given


Character = Annotated[str, AfterValidator(_one_character)]


class Data(Section):
    """Where the table is; what is not given is found by looking at the file.

    Attributes:
        path: The file, relative to the study.
        format: Its format; found from the name if not given.
        separator: Between two cells of a CSV file.
        quote: Around a cell of a CSV file.
        encoding: How characters are stored.
        decimal: The decimal mark.
    """

    path: str
    format: Annotated[str, one_of("csv", "parquet", "arrow")] | None = None
    separator: Character | None = None
    quote: Character | None = None
    encoding: str | None = None
    decimal: Annotated[str, one_of(".", ",")] | None = None
    sheet: Annotated[None, planned(_FILES)] = None
    url: Annotated[None, planned(_FILES)] = None
    query: Annotated[None, planned(_FILES)] = None


def as_section(given: object) -> object:
    """A path alone stands for `{path: …}`; a database needs no path to be told it comes later."""
    if isinstance(given, str):
        return {"path": given}
    if isinstance(given, dict) and "url" in given:
        return {"path": "", **given}
    return given


def as_key(data: Data | None) -> Any:  # noqa: ANN401  (a path or a mapping, as in a study)
    """The shortest form a study would hold."""
    given = data.given() if data else None
    return given["path"] if given and set(given) == {"path"} else given
