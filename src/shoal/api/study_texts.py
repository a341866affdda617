"""Parse the text of a study from a remote person into keys and values of plain JSON."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoal.errors import StudyError
from shoal.study import text as study_text

# Characters of YAML that take half a second to parse; JSON takes a hundredth of that.
LONGEST = 50_000


def keys_of(text: str) -> dict[str, Any]:
    """The keys in the text of a study, as plain JSON; StudyError if it is too long or no YAML."""
    if len(text) > LONGEST:
        raise StudyError(
            f"The text of the study has more than {LONGEST:,} characters. Send its keys as JSON."
        )
    keys: dict[str, Any] = _plain(study_text.parse(text, "The text", aliases=False))
    return keys


def _plain(value: Any) -> Any:  # noqa: ANN401  (whatever a text holds)
    """The value with all keys and exact decimals as texts; studies read both as before."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, Decimal) else value
