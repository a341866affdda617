"""The commands `shoal evaluate` and `shoal benchmark`."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.complaints import explained


def evaluate(
    study: Annotated[Path, typer.Argument(help="The study file (YAML).", show_default=False)],
    run: Annotated[
        Path | None, typer.Option(help="A run folder whose release is judged; else it is searched.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
) -> None:
    """Train models on the release and judge them on the original."""
    with explained():
        with _progress() as watch:
            from shoal.service.learning import evaluate_models as verbs  # noqa: PLC0415

            report = verbs.evaluate(study, run, watch=watch)
            if html:
                verbs.write_html(report, html)
        if json:
            typer.echo(verbs.as_json(report))
        else:
            _show(report)
    if html and not json:
        typer.echo(f"Plots and numbers, for you only:  {html}")


def benchmark(
    plan: Annotated[Path, typer.Argument(help="The plan file (YAML).", show_default=False)],
    out: Annotated[Path, typer.Option(help="The folder to write, or to go on with.")] = Path(
        "benchmark"
    ),
) -> None:
    """Compare models and privacy settings on the same nested parts; goes on where it stopped."""
    with explained():
        with _progress() as watch:
            from shoal.service.benchmark import files as verbs  # noqa: PLC0415

            report = verbs.benchmark_into(plan, out, watch=watch)
        for head, key in (("Model chosen by inner parts", "chosen"), ("All", "candidates")):
            typer.echo(f"{head}:")
            for one in report[key]:
                first, last = one["rank_interval"]
                typer.echo(f"  {one['mean']:7.2%}  rank {first}-{last}  {one['name']}")
    typer.echo(f"Numbers and plots, for you only:  {out}")


@contextmanager
def _progress() -> Iterator[Any]:
    """A bar on the terminal for what takes longer than a second; elsewhere nothing."""
    if not sys.stderr.isatty():
        from shoal.progress import ignore_progress  # noqa: PLC0415

        yield ignore_progress
        return
    from shoal.progress_bar import ProgressBar  # noqa: PLC0415

    with ProgressBar() as bar:
        yield bar.update


def _show(report: Mapping[str, Any]) -> None:
    from rich.console import Console  # noqa: PLC0415

    from shoal.report.learning_table import learning_table  # noqa: PLC0415

    Console().print(learning_table(report["learning"]))
