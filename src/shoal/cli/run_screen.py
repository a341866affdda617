"""What the commands show about a run and about a verdict."""

import shlex
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from shoal.cli.terminal import Screen
from shoal.errors import VerificationError
from shoal.progress import Watch

if TYPE_CHECKING:
    from shoal.report.types.sections import Promise
    from shoal.verify import Verdict

COLORS = {"good": "green", "open": "yellow", "bad": "red"}
COMPILING = "Compiling the kernels that this run needs; later runs find them compiled."
MARKS = {"True": "ok", "False": "FAILED", "not_checked": "not checked"}


def show_run(screen: Screen, report: Mapping[str, Any], out: Path, *, given: bool = False) -> None:
    """Show the result of a run and where its files are.

    Args:
        screen: Where it is shown.
        report: What the run found, with `summary` and `study`.
        out: The run folder.
        given: Whether the run is given away, too; the draft is then not mentioned.
    """
    from shoal.report.headline import headline  # noqa: PLC0415
    from shoal.report.words import gist, search_result, what_is_lost  # noqa: PLC0415

    summary, study = report["summary"], report["study"]
    screen.warn(summary["warnings"])
    top = headline(summary)
    screen.head(top.title, COLORS[top.tone])
    for reason in top.reasons:
        screen.say(f"  {reason}")
    for sentence in gist(summary, study.get("output", {}).get("suppressed")):
        screen.say(sentence)
    screen.say(f"{what_is_lost(summary)} {search_result(summary)}")
    screen.say(f"Report, for you only:                {out / 'report.html'}")
    if not given:
        _show_draft(screen, summary, study.get("output", {}), out)


def _show_draft(
    screen: Screen, summary: Mapping[str, Any], output: Mapping[str, Any], out: Path
) -> None:
    """Show where the draft and its certificate are, and how to give it away.

    A table in a database is called a release, because it is given already.
    """
    is_table = "table" in output
    from shoal.report.headline import lacks_check  # noqa: PLC0415

    what = "Release" if is_table else "Draft"
    checked = "not checked" if any(map(lacks_check, summary["privacy"])) else "checked"
    screen.say(f"{f'{what}, {checked} independently:':37}{_place(output, out)}")
    for path in sorted(out.glob("draft_[ne]*.*")):  # nodes and edges
        screen.say(f"Its graph, to go with it:            {path}")
    screen.say(f"Certificate, to go with it:          {out / _certificate(out)}")
    if "ledger" in summary and not is_table:
        screen.say(f"To give it away:                     shoal give {shlex.quote(str(out))}")


def _certificate(out: Path) -> str:
    """The name of the certificate: the PDF if there is one, otherwise the page."""
    return "certificate.pdf" if (out / "certificate.pdf").exists() else "certificate.html"


def _place(output: Mapping[str, Any], out: Path) -> Path | str:
    """Where the draft or release is: a path, or the table of a database, without its address."""
    from shoal.data.files import SUFFIXES  # noqa: PLC0415

    if "table" in output:
        return f"table {output['table']} of the database"
    return out / f"draft{SUFFIXES[output.get('format', 'csv')]}"


def show_verdict(screen: Screen, verdict: "Verdict") -> None:
    """Show every finding; raises VerificationError if the release does not keep its promises.

    With --json it exits with the same code instead, because the findings are already printed.
    """
    for finding in verdict.findings:
        about = finding.model or finding.check
        reason = f": {finding.reason}" if finding.reason else ""
        screen.say(f"{MARKS[str(finding.holds)]:12}{about}{reason}")
    findings = [asdict(finding) for finding in verdict.findings]
    screen.answer({"holds": verdict.holds, "complete": verdict.complete, "findings": findings})
    if verdict.holds:
        screen.say(_success_sentence(verdict))
    elif screen.json:
        raise SystemExit(VerificationError.exit_code)
    else:
        failed = [f"{each.model or each.check}: {each.reason}" for each in verdict.failures]
        more = failed if screen.quiet else []  # otherwise they were just shown
        raise VerificationError("The release does not keep what its study promises.", *more)


def _success_sentence(verdict: "Verdict") -> str:
    """The sentence for a verdict without failures."""
    from shoal.report.headline import NO_CHECK, lacks_check  # noqa: PLC0415
    from shoal.report.numbers import count_of  # noqa: PLC0415

    if not verdict.privacy:
        return "What was checked holds; the study promises nothing about any record."
    unchecked = sum(lacks_check(cast("Promise", each)) for each in verdict.privacy)
    if not unchecked:
        return "The release keeps what its study promises."
    verb = "was" if unchecked == 1 else "were"
    return (
        f"What was checked holds; {count_of(unchecked, 'promise')} {verb} not checked: {NO_CHECK}."
    )


def explain_compilation(screen: Screen, watch: Watch) -> AbstractContextManager[Watch]:
    """A `with` block that gives the watch to pass to the run.

    If kernels are compiled meanwhile, the screen says once why the run takes longer.
    """
    from shoal.service.compiling import tell_of_compiling  # noqa: PLC0415  (loads Numba)

    return tell_of_compiling(lambda: screen.note(COMPILING), watch)
