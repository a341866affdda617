"""What the verifier found: one finding per check, and the verdict over all of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from shoal.errors import agree

Holds = bool | Literal["not_checked"]


@dataclass(frozen=True)
class Finding:
    """The answer to one question about a release.

    Attributes:
        check: The question ("columns", "records", "privacy", …).
        holds: Whether the answer is what the study asks for, or that it could not be checked.
        reason: Why it fails or was not checked; names columns and counts, never a value.
        measured: The figures that were found.
        model: The name of the promise, where the question is one.
        parameters: The promise's parameters.
        warning: What a person should know although the answer is right.
    """

    check: str
    holds: Holds
    reason: str = ""
    measured: Any = None
    model: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    warning: str = ""

    def __post_init__(self) -> None:
        """Let counts agree with their nouns."""
        object.__setattr__(self, "reason", agree(self.reason))
        object.__setattr__(self, "warning", agree(self.warning))


@dataclass(frozen=True)
class Verdict:
    """All findings about one release."""

    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether no check failed."""
        return not self.failures

    @property
    def complete(self) -> bool:
        """Whether every check could be made; only then does `holds` say everything."""
        return all(finding.holds != "not_checked" for finding in self.findings)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that refuse the release."""
        return tuple(finding for finding in self.findings if finding.holds is False)

    @property
    def warnings(self) -> list[str]:
        """What a person should know before sharing."""
        return [finding.warning for finding in self.findings if finding.warning]

    @property
    def privacy(self) -> list[dict[str, Any]]:
        """The promises as a summary holds them: model, parameters, holds, reason, measured."""
        promises = [asdict(finding) for finding in self.findings if finding.model is not None]
        keys = ("model", "parameters", "holds", "reason", "measured")
        return [{key: promise[key] for key in keys} for promise in promises]
