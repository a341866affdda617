"""The key `recipient` of a study: whose profile decides what is linked (paper 003, Datafly).

A profile tells for groups of columns how much the recipient is trusted. It stands in a file of
profiles that many studies share, `recipients.yaml` beside the study by default, or in the study.
"""

from collections.abc import Mapping
from typing import Annotated

from annotated_types import Ge
from pydantic import AfterValidator, BeforeValidator, PlainSerializer

from shoal.study.keys.kinds import Text, Texts, a_section, no_repeats, one_of
from shoal.study.keys.section import Section, takes

TRUST = ("none", "partial", "full")
BinSize = Annotated[int, Ge(2)]


class Group(Section):
    """Columns that a recipient could know together.

    Attributes:
        columns: Their names; those that a study does not have play no part.
        trust: `none`: the recipient may link them with every other group of no trust; `partial`:
            only among themselves; `full`: not at all, so that they are released as they are.
        bin_size: The smallest bin that is safe for them; the method's own where nothing is said.
    """

    columns: Annotated[Texts, AfterValidator(no_repeats)]
    trust: Annotated[str, one_of(*TRUST)] = "none"
    bin_size: BinSize | None = None


class Profile(Section):
    """What a recipient is trusted with.

    Attributes:
        groups: The groups of columns by their names.
        drop: Columns that the recipient does not get at all.
    """

    groups: Annotated[dict[Text, Group], a_section("one entry per group of columns")]
    drop: Texts = ()


Profiles = Annotated[dict[Text, Profile], a_section("one entry per recipient")]


class Recipient(Section):
    """Who gets the release.

    Attributes:
        name: The name of the profile.
        profiles: The profiles, or the path of a file with them.
    """

    name: Text
    profiles: str | Profiles = "recipients.yaml"


@takes(also=("string",))
def _read(given: object) -> object:
    """A name alone is enough."""
    return {"name": given} if isinstance(given, str) else given


def _write(recipient: Recipient) -> str | Mapping[str, object]:
    settings = recipient.given()
    return recipient.name if set(settings) == {"name"} else settings


RecipientKey = Annotated[Recipient, BeforeValidator(_read), PlainSerializer(_write)]
