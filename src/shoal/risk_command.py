"""The command `shoal risk`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from shoal.complaints import explained

File = Annotated[Path, typer.Argument(help="The file with the table.", show_default=False)]


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
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Measure the risk of any table, and what it keeps of every privacy model."""
    with explained():
        from shoal.service import risk as verbs  # noqa: PLC0415

        asked = verbs.Asked(
            _names(quasi_identifiers), _names(sensitive), population, population_size, models
        )
        report = verbs.risk(file, study, asked)
        if json:
            typer.echo(verbs.as_json(report))
        else:
            _show(report)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def _show(report: Mapping[str, Any]) -> None:
    from rich.console import Console  # noqa: PLC0415

    from shoal.report.risk_table import risk_table  # noqa: PLC0415

    Console().print(risk_table(report))
