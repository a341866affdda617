"""The command `shoal reidentify`: who is behind a pseudonym, for authorized people, on record."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.arguments import RunOrStudy
from shoal.cli.complaints import explain_errors
from shoal.errors import DataError, StudyError
from shoal.report.numbers import count_of


def reidentify(
    run: RunOrStudy,
    column: Annotated[str, typer.Argument(metavar="COLUMN", help="The column of the pseudonyms.")],
    pseudonyms: Annotated[
        list[str] | None, typer.Argument(metavar="[PSEUDONYM]...", help="What to look up.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; it goes on record.")] = "",
    file: Annotated[
        Path | None, typer.Option("--from", help="A file with one pseudonym per line.")
    ] = None,
) -> None:
    """Look up the people behind pseudonyms; needs the key, and goes on record.

    Reads a run or a study, and the key or the register that it names. Writes who asked and why
    into the workspace; prints a pseudonym and its person per line.

    Examples:
      shoal reidentify run patient 9f3c61ab --reason "incidental finding"
      shoal reidentify run patient --from pseudonyms.txt --reason "recall"
    """
    with explain_errors():
        from shoal.service.reidentify import reidentify as look_up  # noqa: PLC0415

        asked = [*(pseudonyms or ()), *(_lines(file) if file else ())]
        if not asked:
            raise StudyError("Give pseudonyms to look up, or a file with them: --from FILE.")
        people = look_up(run, column, asked, reason=reason)
    for pseudonym, value in zip(asked, people, strict=True):
        typer.echo(f"{pseudonym}\t{'' if value is None else value}")
    unknown = people.count(None)
    if unknown:
        typer.echo(
            f"{unknown} of {count_of(len(people), 'pseudonym is', 'pseudonyms are')} unknown.",
            err=True,
        )


def _lines(file: Path) -> list[str]:
    """The lines of a file without spaces around them; empty lines are left out."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise DataError(
            f"{file} cannot be read as text. Expected one pseudonym per line."
        ) from None
    return [line.strip() for line in lines if line.strip()]
