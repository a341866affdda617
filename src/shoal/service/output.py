"""The section `output` of a study: how the release is written (design.md §5, §6)."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from shoal.service.keys import Texts, no_repeats, one_of
from shoal.service.section import Section

Suppressed = Literal["left-out", "blank", "keep-values"]


class Output(Section):
    """How the release is written.

    Attributes:
        format: The file format of the release.
        columns: The columns to write, in this order; all released columns if not given.
        suppressed: What becomes of suppressed records: left out, every cell blank, or only
            their quasi-identifiers blank (if the suppressed records keep every promise as a class).
        shuffle: Whether the order of records is hidden.
        neutralize_formulas: Whether texts that a spreadsheet would run are made harmless.
    """

    format: Annotated[str, one_of("csv", "parquet", "arrow")] = "csv"
    columns: Annotated[Texts, AfterValidator(no_repeats)] | None = None
    suppressed: Annotated[Suppressed, one_of("left-out", "blank", "keep-values")] = "left-out"
    shuffle: bool = True
    neutralize_formulas: bool = False
