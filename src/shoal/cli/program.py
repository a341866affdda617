"""The command line: parse, call one verb of the service, show (docs/runs.md, docs/rooms.md).

Commands import what they need when they run, so that `--help` answers at once. Exit codes are
those of `shoal.errors`: 0 done, 1 no release is possible, 2 the study or data is wrong,
3 verification failed or a fault of ours, 130 canceled.
"""

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.cli import hierarchy_commands, ledger_commands, study_commands, user_commands
from shoal.cli.arguments import Force, Json, Quiet, RunOrStudy, StudyFile
from shoal.cli.certificate_command import certificate
from shoal.cli.command_group import command_group
from shoal.cli.compare_command import compare
from shoal.cli.complaints import explain_errors
from shoal.cli.evaluate_command import benchmark, evaluate
from shoal.cli.export_command import export_mapping, export_model, predict
from shoal.cli.give_command import To, give, refuse_recipient_of_draft, show_given
from shoal.cli.models_command import models
from shoal.cli.profile_command import profile
from shoal.cli.reidentify_command import reidentify
from shoal.cli.risk_command import risk
from shoal.cli.run_screen import explain_compilation, show_run, show_verdict
from shoal.cli.schema_command import schema
from shoal.cli.serve_command import serve
from shoal.cli.teach_command import teach
from shoal.cli.terminal import Screen
from shoal.cli.warm_up_command import warm_up
from shoal.errors import Canceled
from shoal.pipeline.states.stopwatch import Stopwatch

HELP = """De-identify health data: from a file and a study to a verified, anonymous release.

A first session (`shoal demo` is one with invented patients):
  shoal profile patients.csv --write-study study.yaml
  shoal run study.yaml
  shoal verify run
  shoal give run --to NAME

`shoal run --help` explains one command, with examples.
"""
NAME = "shoal"
app = command_group(help=HELP, no_args_is_help=True)
Out = Annotated[Path, typer.Option(help="The run folder to write.")]


def main() -> None:
    """The entry point of the command `shoal`."""
    # Most objects made at the start stay: collect garbage rarely, and not at exit.
    gc.set_threshold(500_000, 20, 100)
    atexit.register(gc.freeze)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # searching for plugins takes time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its idle threads would keep the cores busy
    # Polars returns free memory to the system at once, not half a second later.
    os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0")
    with suppress(ValueError):  # only the main thread can set signal handlers
        # SIGTERM cleans up as Ctrl-C does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with explain_errors():
            app(prog_name=NAME)  # completion needs the name, which `python -m shoal` lacks
    except SystemExit as end:
        if end.code == Canceled.exit_code:
            _leave(Canceled.exit_code)
        raise


def _leave(code: int) -> None:
    """Exit at once: during a normal exit, the signal may still decide the exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run(
    study: StudyFile,
    out: Out = Path("run"),
    force: Force = False,
    give: Annotated[bool, typer.Option("--give", help="Give it away, too: `shoal give`.")] = False,
    to: To = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Anonymize the table of a study and write a verified draft.

    Reads the study and the table that it names. Writes a run folder with the draft of a release
    and its certificate, and report.html and summary.json, which are for you; or nothing. `shoal
    give` makes it a release. --json prints the summary.

    Examples:
      shoal run study.yaml
      shoal run study.yaml --out may --give --to ministry
      shoal run study.yaml --force --json --quiet > summary.json
    """
    clock, screen = Stopwatch(), Screen(quiet, json)
    with explain_errors(json=json), screen.progress() as watch:
        refuse_recipient_of_draft(to, give=give)
        with clock.stage("kernels"):
            from shoal.service import verbs  # noqa: PLC0415
        tell = screen.note if json else screen.say
        with explain_compilation(screen, watch) as watch_all:
            report = verbs.run(study, out, force=force, watch=watch_all, clock=clock, tell=tell)
    give &= "url" not in report["study"].get("output", {})  # a database table is given already
    show_run(screen, report, out, given=give)
    summary = report["summary"]
    if give:
        with explain_errors(json=json), screen.progress():
            given = verbs.give(out, to=to)
            summary = given.summary
        show_given(screen, given)
    screen.answer(summary)


def check(study: StudyFile, json: Json = False, quiet: Quiet = False) -> None:
    """Look for everything wrong with a study and its data.

    Reads the study, its table and its hierarchies; releases and writes nothing. Tells every
    problem at once.

    Examples:
      shoal check study.yaml
      shoal check study.yaml --json
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json), screen.progress():
        from shoal.service import verbs  # noqa: PLC0415

        warnings = verbs.check(study)
    screen.warn(warnings)
    screen.say("The study and its data are well formed.")
    screen.answer({"well_formed": True, "warnings": warnings})


def verify(
    run: RunOrStudy,
    release: Annotated[Path | None, typer.Option(help="The release to check.")] = None,
    data: Annotated[Path | None, typer.Option(help="The input, if it has moved.")] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a written release again, with code that shares nothing with the search.

    Reads a run folder and the table that it was made from, or a study and a release; writes
    nothing. Ends with 3 where the release does not keep a promise; --json prints the findings
    then, too.

    Examples:
      shoal verify run
      shoal verify run --data patients.csv
      shoal verify study.yaml --release run/draft.csv --json
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json):
        with screen.progress():
            from shoal.service import verbs  # noqa: PLC0415

            verdict = verbs.verify_run(run, release=release, data=data)
        show_verdict(screen, verdict)


def demo(out: Out = Path("demo"), quiet: Quiet = False) -> None:
    """Anonymize the built-in example and show where to look.

    Writes a run folder, with the example's table and study in it to start from.

    Examples:
      shoal demo
      shoal demo --out tour
    """
    clock, screen = Stopwatch(), Screen(quiet)
    with explain_errors(), screen.progress() as watch:
        with clock.stage("kernels"):
            from shoal.service import verbs  # noqa: PLC0415
        with explain_compilation(screen, watch) as watch_all:
            report = verbs.demo(out, watch=watch_all, clock=clock)
    screen.say("The example is an invented table of 39,676 hospital discharges.")
    show_run(screen, report, out)
    screen.say(f"Its table and study, to start from:  {out / 'example'}")


def frontier(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("frontier"),
    max_k: Annotated[int, typer.Option("--max-k", help="The largest k to look at.")] = 256,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Show what every k and suppression limit costs.

    Reads the study and its table. Writes a folder with pictures and numbers, for you only.

    Examples:
      shoal frontier study.yaml
      shoal frontier study.yaml --max-k 50 --out choices --force
    """
    screen = Screen(quiet)
    with explain_errors(), screen.progress() as watch:
        from shoal.service import frontier as verbs  # noqa: PLC0415

        with explain_compilation(screen, watch) as watch_all:
            report = verbs.frontier(study, out, maximum_k=max_k, force=force, watch=watch_all)
    if not quiet:
        from shoal.report.frontier_table import show  # noqa: PLC0415

        show(report)
    screen.say(f"Pictures and numbers, for you only:  {out / 'frontier.html'}")


# The commands under each heading of `shoal --help`, in the order in which a person needs them.
COMMANDS: dict[str, dict[str, Any]] = {
    "From a table to a release": {
        "demo": demo,
        "profile": profile,
        "check": check,
        "study": study_commands.app,
        "schema": schema,
        "run": run,
        "verify": verify,
        "give": give,
        "certificate": certificate,
    },
    "What to promise, and what it costs": {
        "models": models,
        "frontier": frontier,
        "teach": teach,
        "hierarchy": hierarchy_commands.app,
    },
    "How useful a table is, and how dangerous": {
        "compare": compare,
        "risk": risk,
        "evaluate": evaluate,
        "benchmark": benchmark,
    },
    "After a release": {
        "export-model": export_model,
        "predict": predict,
        "export-mapping": export_mapping,
        "reidentify": reidentify,
        "ledger": ledger_commands.app,
    },
    "A server, and this computer": {
        "serve": serve,
        "user": user_commands.app,
        "warm-up": warm_up,
    },
}
for heading, commands in COMMANDS.items():
    for name, command in commands.items():
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, rich_help_panel=heading)
        else:
            app.command(name, rich_help_panel=heading)(command)


def _version(wanted: bool) -> None:
    """Print all versions and exit, if --version was given."""
    if wanted:
        from shoal.cli.installed import version_lines  # noqa: PLC0415

        typer.echo("\n".join(version_lines()))
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    quiet: Quiet = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show all versions."),
    ] = False,
) -> None:
    """Options of every command."""
    if quiet:
        context.default_map = _quiet_by_default(context.command)


def _quiet_by_default(command: Any) -> dict[str, Any]:  # noqa: ANN401
    """The default --quiet for a command, and by name for all commands of a group."""
    below = getattr(command, "commands", {})
    return {"quiet": True} | {name: _quiet_by_default(inner) for name, inner in below.items()}
