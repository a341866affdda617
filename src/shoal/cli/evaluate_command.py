"""The commands `shoal evaluate` and `shoal benchmark`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion
from shoal.cli.arguments import Json, Quiet, StudyFile, path_argument, path_option
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen


def evaluate(
    study: StudyFile,
    run: Annotated[
        Path | None,
        path_option("A run folder whose release is judged; else it is searched.", completion.runs),
    ] = None,
    json: Json = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
    quiet: Quiet = False,
) -> None:
    """Train models on the release and judge them on the original.

    Reads a study with the key `evaluate`, its table, and a run if there is one; writes nothing
    but the page.

    Examples:
      shoal evaluate study.yaml
      shoal evaluate study.yaml --run run --html learning.html
      shoal evaluate study.yaml --json
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json):
        with screen.progress() as watch:
            from shoal.report.learning_table import scores_table  # noqa: PLC0415
            from shoal.service import evaluate as verbs  # noqa: PLC0415

            report = verbs.evaluate(study, run, watch=watch)
            if html:
                verbs.write_html(report, html)
        screen.answer(report)
        screen.show(lambda _: scores_table(report["learning"]))
    if html:
        screen.say(f"Plots and numbers, for you only:  {html}")


def benchmark(
    plan: Annotated[Path, path_argument("PLAN", "The plan file (YAML).", completion.studies)],
    out: Annotated[Path, typer.Option(help="The folder to write, or to go on with.")] = Path(
        "benchmark"
    ),
    quiet: Quiet = False,
) -> None:
    """Compare models and privacy settings on the same nested parts.

    Reads a plan, its studies and their tables. Writes a folder with numbers and plots, for you
    only; a second call goes on where the first has stopped.

    Examples:
      shoal benchmark plan.yaml
      shoal benchmark plan.yaml --out comparison --quiet
    """
    screen = Screen(quiet)
    with explain_errors():
        with screen.progress() as watch:
            from shoal.service.benchmark import files as verbs  # noqa: PLC0415

            report = verbs.benchmark_into(plan, out, watch=watch)
        lists = (("Model chosen by inner parts", report["chosen"]), ("All", report["candidates"]))
        for head, ranked in lists:
            screen.say(f"{head}:")
            for setting in ranked:
                first, last = setting["rank_interval"]
                screen.say(f"  {setting['mean']:7.2%}  rank {first}-{last}  {setting['name']}")
    screen.say(f"Numbers and plots, for you only:  {out}")
