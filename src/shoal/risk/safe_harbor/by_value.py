"""What the values of a column say about the eighteen kinds: one validator for each form.

A validator looks at distinct texts and says which have its form. Numbers and short codes may have
some forms by accident (nine digits, five digits); such a form asks for a checksum, or for a column
name that agrees. Numbers without check digits nearly always fail the checksum.

Names of people are compared with a small dictionary: frequent given names and family names of
English- and German-speaking countries. It is enough to notice a column of names, not to find each
name in it; a better dictionary can be given.
"""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import polars as pl

from shoal.data.detection import DATES, MOMENT, parse_dates

# Letters as numbers, in the check digits of bank accounts and of vehicles.
LETTERS = {letter: str(ord(letter) - ord("A") + 10) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


@dataclass(frozen=True)
class Validator:
    """A form of values.

    Attributes:
        number: The kind that values of this form belong to.
        form: What the form is called.
        is_of: Takes texts and returns one flag for each: whether it has the form.
        alone: Whether the form says enough without a column name that agrees.
    """

    number: int
    form: str
    is_of: Callable[[pl.Series], pl.Series]
    alone: bool = True


def iban_holds(text: str) -> bool:
    """ISO 13616: with the first four characters last, letters as numbers, 1 is left modulo 97."""
    plain = text.replace(" ", "")
    digits = "".join(LETTERS.get(letter, letter) for letter in plain[4:] + plain[:4])
    return digits.isdecimal() and int(digits) % 97 == 1


def luhn_holds(text: str) -> bool:
    """ISO 7812: every second digit from the right doubled, the sum is a multiple of ten."""
    digits = [int(letter) for letter in reversed(text) if letter.isdecimal()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def vin_holds(text: str) -> bool:
    """ISO 3779: the ninth character is the weighted sum modulo 11, X for ten."""
    values = [VIN_VALUES[letter] if letter in VIN_VALUES else int(letter) for letter in text]
    left = sum(value * weight for value, weight in zip(values, VIN_WEIGHTS, strict=True)) % 11
    return text[8] == ("X" if left == 10 else str(left))


def _form_matcher(pattern: str) -> Callable[[pl.Series], pl.Series]:
    """Tells which texts match a pattern."""
    return lambda values: values.str.contains(pattern)


def _checksum_matcher(
    pattern: str, holds: Callable[[str], bool]
) -> Callable[[pl.Series], pl.Series]:
    """Tells which texts have a form and the right check digits; the form is looked at first."""

    def is_of(values: pl.Series) -> pl.Series:
        shaped = values.str.contains(pattern)
        checked = [
            bool(is_shaped) and holds(text) for text, is_shaped in zip(values, shaped, strict=True)
        ]
        return pl.Series(checked, dtype=pl.Boolean)

    return is_of


def _is_day(values: pl.Series) -> pl.Series:
    """Which texts are days or moments; eight digits alone are not enough."""
    days = values.str.contains(MOMENT)
    for form, pattern in DATES.items():
        if form != "%Y%m%d" and values.str.contains(pattern).any():
            days = days | parse_dates(values, form).is_not_null()
    return days


def _is_internet_address(values: pl.Series) -> pl.Series:
    """Which texts are addresses of IP version 4 or 6."""
    byte = r"(25[0-5]|2[0-4]\d|1?\d?\d)"
    version_4 = values.str.contains(rf"^({byte}\.){{3}}{byte}$")
    return version_4 | values.str.contains(r"^(?i)([0-9a-f]{1,4}:){3,7}[0-9a-f:]{1,}$")


def _is_old(values: pl.Series) -> pl.Series:
    """Which texts are whole numbers from 90 to 125."""
    years = values.str.extract(r"^(\d{2,3})$", 1).cast(pl.Int32, strict=False)
    return years.is_between(90, 125).fill_null(value=False)


VALIDATORS = (
    Validator(2, "coordinates", _form_matcher(r"^-?\d{1,3}\.\d{4,}\s*[,;]\s*-?\d{1,3}\.\d{4,}$")),
    Validator(2, "five-digit ZIP codes", _form_matcher(r"^\d{5}(-\d{4})?$"), alone=False),
    Validator(3, "days", _is_day),
    Validator(
        4,
        "telephone numbers",
        _form_matcher(
            r"^(\+\d{1,3}[\s.-]?)?(\(\d{2,5}\)|\d{2,5})[\s./-]?\d{3,4}[\s.-]\d{2,6}$|^\+\d{8,15}$"
        ),
    ),
    Validator(6, "email addresses", _form_matcher(r"^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$")),
    Validator(7, "social security numbers", _form_matcher(r"^\d{3}-\d{2}-\d{4}$")),
    Validator(
        10,
        "bank accounts (IBAN)",
        _checksum_matcher(r"^[A-Z]{2}\d{2}[0-9A-Z ]{11,32}$", iban_holds),
    ),
    Validator(10, "card numbers", _checksum_matcher(r"^(\d[ -]?){13,19}$", luhn_holds)),
    Validator(12, "vehicle numbers (VIN)", _checksum_matcher(r"^[A-HJ-NPR-Z0-9]{17}$", vin_holds)),
    Validator(
        13, "network addresses of devices", _form_matcher(r"^(?i)([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$")
    ),
    Validator(14, "web addresses", _form_matcher(r"^(?i)(https?|ftp)://\S+$|^www\.\S+\.\S+$")),
    Validator(15, "internet addresses", _is_internet_address),
    Validator(17, "pictures", _form_matcher(r"^(?i)data:image/|\.(jpe?g|png|gif|bmp|tiff?|dcm)$")),
    Validator(
        18,
        "unique numbers (UUID)",
        _form_matcher(r"^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
    ),
)
AGES = Validator(3, "ages above 89", _is_old, alone=False)


def forms_of(values: pl.Series) -> Iterator[tuple[Validator, float]]:
    """Every validator that some of these distinct texts pass, with the share that does."""
    for validator in VALIDATORS:
        share = float(validator.is_of(values).mean() or 0)  # type: ignore[arg-type]
        if share:
            yield validator, share


@cache
def dictionary_of_names() -> frozenset[str]:
    """The names of the dictionary, in small letters."""
    text = files(__package__).joinpath("people_names.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def share_of_names(values: pl.Series, known: AbstractSet[str]) -> float:
    """The share of texts that are one to four words of letters, one of them a known name."""
    shaped = values.str.contains(r"^[\p{L}.,'’ -]{2,60}$")
    words = values.str.to_lowercase().str.extract_all(r"\p{L}+")
    few = words.list.len().is_between(1, 4)
    named = words.list.eval(pl.element().is_in(list(known))).list.any()
    return float((shaped & few & named).mean() or 0)  # type: ignore[arg-type]
