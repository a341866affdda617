"""A study as a text from somebody far away: read with care, as keys and values that JSON holds."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import yaml

from shoal.errors import StudyError
from shoal.service import study_text

LONGEST = 200_000  # characters; longer studies come as JSON


def keys_of(text: str) -> dict[str, Any]:
    """The keys of a study's text."""
    if len(text) > LONGEST:
        raise StudyError(
            f"The text of the study has more than {LONGEST:,} characters. Send its keys as JSON."
        )
    _refuse_aliases(text)
    found: dict[str, Any] = _plain(study_text.parse(text, "The text"))
    return found


def _refuse_aliases(text: str) -> None:
    """A few names for lists of names unfold into more than any memory holds."""
    try:
        named = any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text))
    except (yaml.YAMLError, RecursionError):
        return  # told with its line by who reads it
    if named:
        raise StudyError("The text repeats parts by `*name`. Write them out, or send JSON.")


def _plain(value: Any) -> Any:  # noqa: ANN401  (whatever a text holds)
    """Exact decimals as texts, which studies read as such; all keys as texts."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Decimal) else value
