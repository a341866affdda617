"""The command `shoal risk`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.complaints import explained

File = Annotated[
    Path,
    typer.Argument(help="The file with the table; a run folder for --attacks.", show_default=False),
]


def risk(
    file: File,
    models: Annotated[
        bool, typer.Option("--models", help="Measure what the table keeps of every privacy model.")
    ] = False,
    study: Annotated[
        Path | None, typer.Option(help="The study: roles, types, hierarchies, population.")
    ] = None,
    quasi_identifiers: Annotated[
        str | None, typer.Option(help="The columns that form classes: age,sex.")
    ] = None,
    sensitive: Annotated[
        str | None, typer.Option(help="The columns that nobody should learn: diagnosis.")
    ] = None,
    population: Annotated[
        Path | None, typer.Option(help="A file with everybody, with the same values.")
    ] = None,
    population_size: Annotated[
        int | None, typer.Option(help="How many people the records are from.", min=1)
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(help="Records with a higher risk are at risk.", min=0, max=1),
    ] = None,
    before: Annotated[
        Path | None, typer.Option(help="The table that this one was made from, to compare.")
    ] = None,
    columns: Annotated[
        bool, typer.Option("--columns", help="Tell which columns identify people.")
    ] = False,
    special: Annotated[
        bool, typer.Option("--special", help="Look for records that few columns single out.")
    ] = False,
    safe_harbor: Annotated[
        bool, typer.Option("--safe-harbor", help="Look for the 18 kinds of Safe Harbor.")
    ] = False,
    attacks: Annotated[
        bool, typer.Option("--attacks", help="Attack the release of a run, or of a study.")
    ] = False,
    other: Annotated[
        Path | None, typer.Option(help="Another run of the table that an attacker has too.")
    ] = None,
    weights: Annotated[str | None, typer.Option(help="The column with sampling weights.")] = None,
    household: Annotated[
        str | None, typer.Option(help="The column with the household; needs --weights.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with pictures.")] = None,
) -> None:
    """Measure the risk of any table, and what it keeps of every privacy model."""
    if attacks:
        _attack(file, other, json=json)
        return
    with explained():
        from shoal.service import risk as verbs  # noqa: PLC0415

        asked = verbs.Asked(
            _names(quasi_identifiers), _names(sensitive), population, population_size, models,
            columns, special, safe_harbor, weights, household, threshold, before,
        )  # fmt: skip
        report = verbs.risk(file, study, asked)
        if html is not None:
            verbs.write_html(report, html)
        if json:
            typer.echo(verbs.as_json(report))
        else:
            _show(report)
    if html and not json:
        typer.echo(f"Pictures and numbers, for you only:  {html}")


def _attack(run: Path, other: Path | None, *, json: bool) -> None:
    with explained():
        from rich.console import Console  # noqa: PLC0415

        from shoal.report.attack_table import attack_table  # noqa: PLC0415
        from shoal.service import attack as verbs  # noqa: PLC0415
        from shoal.service.risk import as_json  # noqa: PLC0415

        report = verbs.attack(run, other)
        if json:
            typer.echo(as_json(report))
        else:
            Console().print(attack_table(report))


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def _show(report: Mapping[str, Any]) -> None:
    from rich.console import Console  # noqa: PLC0415

    from shoal.report.risk_table import risk_table  # noqa: PLC0415

    Console().print(risk_table(report))
