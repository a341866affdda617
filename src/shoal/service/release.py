"""A release in memory: the table as the caller knows it, and everything known about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from shoal.data.input_identity import fingerprint
from shoal.engine.arrays import Bools
from shoal.report.certificate import certificate
from shoal.report.page import render_report
from shoal.report.released import Released
from shoal.report.types.certificate import GivenFacts, WrittenRelease
from shoal.report.types.learning import Learning
from shoal.report.types.summary import Report, Summary
from shoal.report.words import gist
from shoal.study.keys.plain import StudyKeys

if TYPE_CHECKING:
    from shoal.pipeline.states.graph import ReleasedGraph


@dataclass(frozen=True, eq=False, repr=False)
class Release:
    """An anonymized table; records are in the order of the input.

    Attributes:
        table: The released columns, the same kind of table as was given.
        suppressed: Which records are suppressed; their cells are blank.
        graph: The super-nodes and super-edges, `nodes` and `edges`, where the study has edges.
    """

    table: Any
    suppressed: Bools
    _report: Report
    _study: StudyKeys
    _shown: Released
    graph: "ReleasedGraph | None" = None
    _given: GivenFacts | None = None

    @property
    def summary(self) -> Summary:
        """The content of `summary.json`."""
        return self._report["summary"]

    @property
    def learning(self) -> Learning:
        """The scores of models that learned from it, with curves; empty if none were asked for."""
        return self._report.get("learning", cast(Learning, {}))

    def report(self, path: Path | str) -> Path:
        """Write the report as one HTML page, for the data steward only."""
        path = Path(path)
        path.write_text(render_report(self._report), encoding="utf-8")
        return path

    def certificate(self, path: Path | str, release: Path | str | None = None) -> Path:
        """Write the certificate, which may be shared, as .pdf, .html or .json.

        Args:
            path: The file to write.
            release: The file in which the table was saved; the certificate names its fingerprint.
        """
        from shoal.pipeline.folder.certificate import write_certificate  # noqa: PLC0415  (seldom needed)

        file = None if release is None else Path(release)
        name = None if file is None else file.name
        about: WrittenRelease = {"file": name, "sha256": fingerprint(file)}
        created = self._report["created"]
        facts = certificate(self._study, self._shown, about, created, self._given)
        return write_certificate(facts, Path(path))

    def give(
        self,
        to: str | None = None,
        note: str | None = None,
        acknowledge: Mapping[str, str] | None = None,
    ) -> "Release":
        """Record that somebody gets it; refused if it tells too much together with earlier ones.

        It is recorded in the ledger of the workspace that was named to `anonymize`. Returns the
        release whose certificate says so.

        Args:
            to: Who gets it.
            note: What the ledger keeps beside it.
            acknowledge: Why nobody can hold both, by the name of an earlier release.
        """
        from shoal.ledger.known import give_in_memory  # noqa: PLC0415  (seldom needed)

        return replace(self, _given=give_in_memory(self.summary, to, note, acknowledge))

    def __repr__(self) -> str:
        return f"<Release: {' '.join(gist(self.summary, 'blank'))}>"

    def _repr_html_(self) -> str:
        """The levels and losses at a glance, for notebooks; shows no value of the data."""
        summary = self.summary
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{level}</td><td>{_share(summary, name)}</td></tr>"
            for name, level in _levels(summary).items()
        )
        sentences = " ".join(gist(summary, "blank"))
        head = "<tr><th>column</th><th>level</th><th>loss</th></tr>"
        return f"<p><b>Release.</b> {escape(sentences)}</p><table>{head}{rows}</table>"


def _levels(summary: Summary) -> Mapping[str, object]:
    """The level of each column, or a text where each class has its own."""
    if "method" in summary:
        return summary["method"]["levels"] or {}
    return summary["levels"] or dict.fromkeys(summary["quasi_identifiers"], "its own per class")


def _share(summary: Summary, name: str) -> str:
    """The loss of a column in percent; empty if it is not known."""
    loss = summary["loss_by_column"].get(name)
    return "" if loss is None else f"{loss:.1%}"
