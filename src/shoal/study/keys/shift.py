"""The key `shift` of a column: the dates of a person are moved by the same number of days."""

from typing import Annotated

from annotated_types import Ge, Le, MinLen

from shoal.study.keys.section import Section


class Shift(Section):
    """By how much the dates of a column are moved.

    Attributes:
        days: The largest number of days, forward or back.
        domain: Which kind of person it is; tables of one domain are shifted alike.
        key: The file of the secret key; only its owner may read it.
        recipient: Who gets the release; for others, dates are shifted differently.
        create_key: Whether a key is drawn where the file does not exist yet.
        zero: Whether somebody's dates may by chance stay what they are.
    """

    days: Annotated[int, Ge(1), Le(36_500)]
    domain: Annotated[str, MinLen(1)]
    key: Annotated[str, MinLen(1)]
    recipient: Annotated[str, MinLen(1)] | None = None
    create_key: bool = False
    zero: bool = False
