"""The section `output` of a study: how the release is written (docs/study.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from shoal.data.database_url import problem_of, resolve_url
from shoal.data.databases import TABLE, Sink
from shoal.data.files import SUFFIXES
from shoal.study.keys.kinds import Texts, no_repeats, one_of
from shoal.study.keys.section import Section, all_wrong

Suppressed = Literal["left-out", "blank", "keep-values"]


class Output(Section):
    """How the release is written: into a file of the run folder, or into a table of a database.

    Attributes:
        format: The file format of the release.
        columns: The columns to write, in this order; all released columns if not given.
        suppressed: What becomes of suppressed records: left out, every cell blank, or only
            their quasi-identifiers blank (if the suppressed records keep every promise as a class).
        shuffle: Whether the order of records is hidden.
        neutralize_formulas: Whether texts that a spreadsheet would run are made harmless.
        url: The database to write into instead of a file; as in `data`, never with a password.
        table: The table to write, as `table` or `schema.table`.
        credentials: A file with lines NAME=value that only its owner may read.
    """

    format: Annotated[str, one_of("csv", "parquet", "arrow", "excel")] = "csv"
    columns: Annotated[Texts, AfterValidator(no_repeats)] | None = None
    suppressed: Annotated[Suppressed, one_of("left-out", "blank", "keep-values")] = "left-out"
    shuffle: bool = True
    neutralize_formulas: bool = False
    url: str | None = None
    table: str | None = None
    credentials: str | None = None

    @property
    def file_name(self) -> str:
        """The name of the release, where it is a file, until it is given to somebody."""
        return f"draft{SUFFIXES[self.format]}"

    def sink(self, folder: Path) -> Sink | None:
        """The table to write, or None if the release is a file."""
        if self.url is None:
            return None
        credentials = folder / self.credentials if self.credentials else None
        return Sink(resolve_url(self.url, folder), str(self.table), credentials)

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if problems := list(self._wrong_place()):
            raise all_wrong("Output", problems)
        return self

    def _wrong_place(self) -> Iterator[str]:
        if self.url is None:
            alone = [key for key in ("table", "credentials") if getattr(self, key) is not None]
            yield from (f"`output.{key}` needs a `url`, that of a database." for key in alone)
            return
        if problem := problem_of(self.url):
            yield f"`output.url` {problem}"
        if not TABLE.fullmatch(self.table or ""):
            yield "`output.url` needs a `table`: `name` or `schema.name`, in plain letters."
        files_only = {"format", "neutralize_formulas"} & self.model_fields_set
        yield from (f"`output.{key}` is about files; `url` names a database." for key in files_only)
