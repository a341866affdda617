"""A study as a text from somebody far away: read with care, as keys and values that JSON holds."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoal.errors import StudyError
from shoal.study import text as study_text

# Characters of YAML that are read in half a second; JSON takes a hundredth of that.
LONGEST = 50_000


def keys_of(text: str) -> dict[str, Any]:
    """The keys of a study's text."""
    if len(text) > LONGEST:
        raise StudyError(
            f"The text of the study has more than {LONGEST:,} characters. Send its keys as JSON."
        )
    found: dict[str, Any] = _plain(study_text.parse(text, "The text", aliases=False))
    return found


def _plain(value: Any) -> Any:  # noqa: ANN401  (whatever a text holds)
    """Exact decimals as texts, which studies read as such; all keys as texts."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Decimal) else value
