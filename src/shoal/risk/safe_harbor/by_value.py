"""What the values of a column say about the eighteen kinds: one validator for each that has a form.

A validator looks at distinct texts and says which have the form. Forms that numbers and short codes
have by accident (nine digits, five digits) ask for a checksum, or for a name that agrees.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import polars as pl

from shoal.data.detection import DATES, MOMENT, dates
from shoal.risk.safe_harbor.checksums import iban_holds, luhn_holds, vin_holds

EMAIL = r"^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$"
URL = r"^(?i)(https?|ftp)://\S+$|^www\.\S+\.\S+$"
IPV4 = r"^((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)$"
IPV6 = r"^(?i)([0-9a-f]{1,4}:){3,7}[0-9a-f:]{1,}$"
MAC = r"^(?i)([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$"
SSN = r"^\d{3}-\d{2}-\d{4}$"
PHONE = r"^(\+\d{1,3}[\s.-]?)?(\(\d{2,5}\)|\d{2,5})[\s./-]?\d{3,4}[\s.-]\d{2,6}$|^\+\d{8,15}$"
ZIP = r"^\d{5}(-\d{4})?$"
UUID = r"^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
COORDINATE = r"^-?\d{1,3}\.\d{4,}\s*[,;]\s*-?\d{1,3}\.\d{4,}$"
IMAGE = r"^(?i)data:image/|\.(jpe?g|png|gif|bmp|tiff?|dcm)$"


@dataclass(frozen=True)
class Validator:
    """A form of values.

    Attributes:
        number: The kind that values of this form belong to.
        form: What the form is called.
        is_of: Which of some texts have the form.
        alone: Whether the form says enough without a name that agrees.
    """

    number: int
    form: str
    is_of: Callable[[pl.Series], pl.Series]
    alone: bool = True


def _shaped(pattern: str) -> Callable[[pl.Series], pl.Series]:
    return lambda values: values.str.contains(pattern)


def _checked(pattern: str, holds: Callable[[str], bool]) -> Callable[[pl.Series], pl.Series]:
    """Of a form, and with the right check digits; only what has the form is checked."""

    def is_of(values: pl.Series) -> pl.Series:
        shaped = values.str.contains(pattern)
        checked = [
            bool(is_shaped) and holds(text) for text, is_shaped in zip(values, shaped, strict=True)
        ]
        return pl.Series(checked, dtype=pl.Boolean)

    return is_of


def _is_day(values: pl.Series) -> pl.Series:
    found = values.str.contains(MOMENT)
    for form, pattern in DATES.items():
        if form != "%Y%m%d" and values.str.contains(pattern).any():
            found = found | dates(values, form).is_not_null()
    return found


def _is_old(values: pl.Series) -> pl.Series:
    years = values.str.extract(r"^(\d{2,3})$", 1).cast(pl.Int32, strict=False)
    return years.is_between(90, 125).fill_null(value=False)


VALIDATORS = (
    Validator(2, "coordinates", _shaped(COORDINATE)),
    Validator(2, "five-digit ZIP codes", _shaped(ZIP), alone=False),
    Validator(3, "days", _is_day),
    Validator(4, "telephone numbers", _shaped(PHONE)),
    Validator(6, "email addresses", _shaped(EMAIL)),
    Validator(7, "social security numbers", _shaped(SSN)),
    Validator(10, "bank accounts (IBAN)", _checked(r"^[A-Z]{2}\d{2}[0-9A-Z ]{11,32}$", iban_holds)),
    Validator(10, "card numbers", _checked(r"^(\d[ -]?){13,19}$", luhn_holds)),
    Validator(12, "vehicle numbers (VIN)", _checked(r"^[A-HJ-NPR-Z0-9]{17}$", vin_holds)),
    Validator(13, "network addresses of devices", _shaped(MAC)),
    Validator(14, "web addresses", _shaped(URL)),
    Validator(15, "internet addresses", lambda v: v.str.contains(IPV4) | v.str.contains(IPV6)),
    Validator(17, "pictures", _shaped(IMAGE)),
    Validator(18, "unique numbers (UUID)", _shaped(UUID)),
)
AGES = Validator(3, "ages above 89", _is_old, alone=False)


def forms_of(values: pl.Series) -> Iterator[tuple[Validator, float]]:
    """Every validator that some distinct texts pass, with the share that does."""
    for validator in VALIDATORS:
        share = float(validator.is_of(values).mean() or 0)  # type: ignore[arg-type]
        if share:
            yield validator, share
