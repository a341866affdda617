"""ICD-9-CM codes (US edition of WHO's ICD-9, version 32: blocks and chapters).

A label depends on the code only, so new codes get the labels they would have had. A category may be
missing from the classification: it is known if it lies in the range of a block.
"""

from typing import ClassVar

import polars as pl

from shoal.hierarchies.builder import builders
from shoal.hierarchies.classification import Classification
from shoal.plugin import plugin


@builders.register("icd9")
@plugin()
class Icd9(Classification):
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

    name: ClassVar = "icd9"
    # Category, then up to two digits; the dot can be left out, and `250.-` is a category.
    pattern: ClassVar = r"^([0-9]{3}|V[0-9]{2}|E[0-9]{3})(?:\.?([0-9]{1,2})|\.?-)?$"

    def _codes(self, texts: pl.Series) -> pl.Series:
        """Categories of one or two digits before a dot or the end get back their leading zeros."""
        two_digits = texts.str.replace(r"^([0-9])(\.|$)", "00${1}${2}")
        return two_digits.str.replace(r"^([0-9]{2})(\.|$)", "0${1}${2}")
