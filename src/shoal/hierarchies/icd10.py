"""ICD-10 codes (WHO; blocks and chapters of the US edition ICD-10-CM, April 2026).

A label depends on the code only, so new codes get the labels they would have had. A category may be
missing from the classification: it is known if it lies in the range of a block.
"""

from typing import ClassVar

from shoal.hierarchies.builder import builders
from shoal.hierarchies.classification import Classification
from shoal.plugin import plugin


@builders.register("icd10")
@plugin()
class Icd10(Classification):
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

    name: ClassVar = "icd10"
    # Three characters, then up to four more; the dot can be left out, and `C25.-` is a category.
    pattern: ClassVar = r"^([A-Z][0-9A-Z]{2})(?:\.?([0-9A-Z]{1,4})|\.?-)?$"
