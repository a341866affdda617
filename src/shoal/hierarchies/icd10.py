"""ICD-10 codes (WHO; blocks and chapters of the US edition ICD-10-CM, April 2026).

A label depends on the code only, so new codes get the labels they would have had. A category may be
missing from the classification: it is known if it lies in the range of a block.
"""

from typing import Annotated

import polars as pl
from annotated_types import Len

from shoal.hierarchies.builder import builders
from shoal.hierarchies.classification import USUAL, Part, Unknown, classified, refuse_unordered
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

# Three characters, then up to four more; the dot can be left out, and `C25.-` is a category.
_CODE = r"^([A-Z][0-9A-Z]{2})(?:\.?([0-9A-Z]{1,4})|\.?-)?$"


@builders.register("icd10")
@plugin()
class Icd10:
    """Diagnoses by ICD-10: code, category (`C25.-`), block (`C15-C26`), chapter (`II`), `*`.

    Dots and the case of letters do not matter.

    Example:
        `{builder: icd10, unknown: suppress}`

    Attributes:
        levels: The levels between the code and `*`: some of `subcategory` (`C25.0-`), `category`,
            `block` and `chapter`, in this order.
        unknown: Whether a value that is no code is an `error`, or becomes `*` (`suppress`).

    Card:
        title: ICD-10
        noun: the ICD-10 builder
        advice: For diagnoses by ICD-10: category, block, chapter.
        more: The blocks and chapters of the WHO are built in. Values that are no code are errors,
            or become *.
        reference: WHO, ICD-10; US edition ICD-10-CM, April 2026
        place: 11
    """

    levels: Annotated[tuple[Part, ...], Len(1)] = USUAL
    unknown: Unknown = "error"

    def __post_init__(self) -> None:
        """Refuses levels that do not become coarser."""
        refuse_unordered("icd10", self.levels)

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these codes."""
        code = values.str.strip_chars().str.to_uppercase()
        parts = [code.str.extract(_CODE, 1).alias("category"), code.str.extract(_CODE, 2)]
        frame = pl.DataFrame([parts[0], parts[1].alias("rest")])
        return classified("icd10", values, frame, self.levels, self.unknown)
