"""The command line: parse, call one verb of the service, show (design.md §6).

Commands import what they need when they run, so that `--help` answers at once. Exit codes are
those of `shoal.errors`: 0 done, 1 no release is possible, 2 the study or data is wrong,
3 verification failed or a fault of ours, 130 canceled.
"""

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal import hierarchy_commands, ledger_commands, user_commands
from shoal.certificate_command import certificate
from shoal.compare_command import compare
from shoal.complaints import explained as _explained
from shoal.errors import Canceled, VerificationError
from shoal.evaluate_command import benchmark, evaluate
from shoal.export_command import export_mapping, export_model, predict
from shoal.models_command import models
from shoal.profile_command import profile
from shoal.reidentify_command import reidentify
from shoal.risk_command import risk
from shoal.serve_command import serve
from shoal.service.stopwatch import Stopwatch
from shoal.teach_command import teach
from shoal.version import __version__

app = typer.Typer(
    help="De-identify health data: from a file and a study to a verified, anonymous release.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
StudyFile = Annotated[Path, typer.Argument(help="The study file (YAML).", show_default=False)]
Out = Annotated[Path, typer.Option(help="The run folder to write.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing run folder.")]

COLORS = {"good": "green", "open": "yellow", "bad": "red"}
MARKS = {"True": "ok", "False": "FAILED", "not_checked": "not checked"}


def main() -> None:
    """The entry point of the command `shoal`."""
    with suppress(ValueError):  # not the main thread: nobody sends it signals
        # A polite kill is a cancel: it cleans up as Ctrl-C does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _explained():
            app()
    except SystemExit as end:
        if end.code == Canceled.exit_code:
            _leave(Canceled.exit_code)
        raise


def _leave(code: int) -> None:
    """End at once: on its long way out, an interrupted Python may end by the signal instead."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


@app.command()
def run(study: StudyFile, out: Out = Path("run"), force: Force = False) -> None:
    """Anonymize the table of a study and write a verified release."""
    clock = Stopwatch()
    with _explained(), _progress_bar() as watch:
        with clock.stage("kernels"):
            from shoal.service import verbs  # noqa: PLC0415
        _say_if_cold()
        report = verbs.run(study, out, force=force, watch=watch, clock=clock, tell=typer.echo)
    _show_run(report, out)


@app.command()
def check(study: StudyFile) -> None:
    """Look for everything wrong with a study and its data, without releasing anything."""
    with _explained(), _progress_bar():
        from shoal.service import verbs  # noqa: PLC0415

        warnings = verbs.check(study)
    _show_warnings(warnings)
    typer.echo("The study and its data are well formed.")


@app.command()
def verify(
    run: Annotated[Path, typer.Argument(help="A run folder, or a study file.", show_default=False)],
    release: Annotated[Path | None, typer.Option(help="The release to check.")] = None,
    data: Annotated[Path | None, typer.Option(help="The input, if it has moved.")] = None,
) -> None:
    """Check a written release again, with code that shares nothing with the search."""
    with _explained():
        with _progress_bar():
            from shoal.service import verbs  # noqa: PLC0415

            verdict = verbs.verify_run(run, release=release, data=data)
        for finding in verdict.findings:
            mark = MARKS[str(finding.holds)]
            about = finding.model or finding.check
            typer.echo(f"{mark:12}{about}{': ' if finding.reason else ''}{finding.reason}")
        if not verdict.holds:
            raise VerificationError("The release does not keep what its study promises.")
    typer.echo("The release keeps what its study promises.")


@app.command()
def demo(out: Out = Path("demo")) -> None:
    """Anonymize the built-in example and show where to look."""
    clock = Stopwatch()
    with _explained(), _progress_bar() as watch:
        with clock.stage("kernels"):
            from shoal.service import verbs  # noqa: PLC0415
        _say_if_cold()
        report = verbs.demo(out, watch=watch, clock=clock)
    typer.echo("The example is an invented table of 39,676 hospital discharges.")
    _show_run(report, out)
    typer.echo(f"Its table and study, to start from:  {out / 'example'}")


@app.command()
def frontier(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("frontier"),
    max_k: Annotated[int, typer.Option("--max-k", help="The largest k to look at.")] = 256,
    force: Force = False,
) -> None:
    """Show what every k and suppression limit costs."""
    with _explained(), _progress_bar() as watch:
        from shoal.service.frontier import frontier as explored  # noqa: PLC0415

        _say_if_cold()
        report = explored(study, out, maximum_k=max_k, force=force, watch=watch)
    from shoal.report.frontier_table import show  # noqa: PLC0415

    show(report)
    typer.echo(f"Pictures and numbers, for you only:  {out / 'frontier.html'}")


@app.command("warm-up")
def warm_up() -> None:
    """Compile the kernels ahead of the first run."""
    with _explained():
        from shoal.service import warm_up as warming  # noqa: PLC0415

        done = warming.warm_up()
    found = f"{done.files} kernels were compiled" if done.files else "All kernels were ready"
    typer.echo(f"{found} ({done.seconds:.1f} seconds). They are kept in {done.folder}.")


def _say_if_cold() -> None:
    """Tell the person of a first run why it takes longer than the next."""
    from shoal.service.warm_up import is_cold  # noqa: PLC0415

    if is_cold():
        typer.echo("The first run compiles Shoal's kernels, once (about half a minute).", err=True)


app.command()(models)
app.command()(profile)
app.command()(certificate)
app.command()(compare)
app.command()(risk)
app.command()(evaluate)
app.command()(benchmark)
app.command()(reidentify)
app.command()(teach)
app.command("export-model")(export_model)
app.command("export-mapping")(export_mapping)
app.command()(predict)
app.add_typer(hierarchy_commands.app, name="hierarchy")
app.add_typer(ledger_commands.app, name="ledger")
app.command()(serve)
app.add_typer(user_commands.app, name="user")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shoal {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options of every command."""


@contextmanager
def _progress_bar() -> Iterator[Any]:
    """A bar on the terminal for what takes longer than a second; elsewhere nothing."""
    if not sys.stderr.isatty():
        from shoal.progress import ignore_progress  # noqa: PLC0415

        yield ignore_progress
        return
    from shoal.progress_bar import ProgressBar  # noqa: PLC0415

    with ProgressBar() as bar:
        yield bar.update


def _show_run(report: Mapping[str, Any], out: Path) -> None:
    from shoal.report.headline import headline  # noqa: PLC0415
    from shoal.report.words import gist, search_result  # noqa: PLC0415

    summary, study = report["summary"], report["study"]
    _show_warnings(summary["warnings"])
    top = headline(summary)
    typer.secho(top.title, fg=COLORS[top.tone], bold=True)
    for reason in top.reasons:
        typer.echo(f"  {reason}")
    for sentence in gist(summary, study.get("output", {}).get("suppressed")):
        typer.echo(sentence)
    typer.echo(f"Loss {summary['loss_normalized']:.1%}. {search_result(summary)}")
    typer.echo(f"Release, checked independently:      {_place(study.get('output', {}), out)}")
    for path in sorted(out.glob("release_[ne]*.*")):  # nodes and edges
        typer.echo(f"Its graph, to go with it:            {path}")
    typer.echo(f"Certificate, to go with it:          {out / _certificate(out)}")
    typer.echo(f"Report, for you only:                {out / 'report.html'}")


def _certificate(out: Path) -> str:
    """The certificate as a PDF, where Typst is installed, or as a page."""
    return "certificate.pdf" if (out / "certificate.pdf").exists() else "certificate.html"


def _place(output: Mapping[str, Any], out: Path) -> Path | str:
    """Where the release is, in words that hold no secret."""
    from shoal.data.files import SUFFIXES  # noqa: PLC0415

    if "table" in output:
        return f"table {output['table']} of the database"
    return out / f"release{SUFFIXES[output.get('format', 'csv')]}"


def _show_warnings(warnings: list[str]) -> None:
    for warning in warnings:
        typer.echo(f"Warning: {warning}", err=True)
