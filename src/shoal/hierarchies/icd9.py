"""ICD-9-CM codes (US edition of WHO's ICD-9, version 32: blocks and chapters).

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

# Category, then up to two digits; the dot can be left out, and `250.-` is a category.
_CODE = r"^([0-9]{3}|V[0-9]{2}|E[0-9]{3})(?:\.?([0-9]{1,2})|\.?-)?$"


@builders.register("icd9")
@plugin()
class Icd9:
    """Diagnoses by ICD-9-CM: code, category (`250.-`), block (`249-259`), chapter (`240-279`), `*`.

    Dots and the case of letters do not matter. Codes that lost leading zeros in a spreadsheet are
    understood: `8` and `8.45` belong to category 008.

    Example:
        `{builder: icd9, levels: [category, chapter]}`

    Attributes:
        levels: The levels between the code and `*`: some of `subcategory` (`250.0-`), `category`,
            `block` and `chapter`, in this order.
        unknown: Whether a value that is no code is an `error`, or becomes `*` (`suppress`).

    Card:
        title: ICD-9
        noun: the ICD-9 builder
        advice: For diagnoses by ICD-9-CM: category, block, chapter.
        more: The blocks and chapters are built in. Codes that lost leading zeros are understood.
        reference: US edition ICD-9-CM, version 32
        place: 12
    """

    levels: Annotated[tuple[Part, ...], Len(1)] = USUAL
    unknown: Unknown = "error"

    def __post_init__(self) -> None:
        """Refuses levels that do not become coarser."""
        refuse_unordered("icd9", self.levels)

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these codes."""
        code = _with_zeros(values.str.strip_chars().str.to_uppercase())
        parts = [code.str.extract(_CODE, 1).alias("category"), code.str.extract(_CODE, 2)]
        frame = pl.DataFrame([parts[0], parts[1].alias("rest")])
        return classified("icd9", values, frame, self.levels, self.unknown)


def _with_zeros(codes: pl.Series) -> pl.Series:
    """Categories of one or two digits before a dot or the end get back their leading zeros."""
    one = codes.str.replace(r"^([0-9])(\.|$)", "00${1}${2}")
    return one.str.replace(r"^([0-9]{2})(\.|$)", "0${1}${2}")
