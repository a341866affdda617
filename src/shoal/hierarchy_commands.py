"""The commands of `shoal hierarchy`: show, build, validate, edit, export."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.complaints import explained
from shoal.errors import DataError, StudyError

if TYPE_CHECKING:
    from shoal.hierarchies.hierarchy import Hierarchy

app = typer.Typer(
    help="Show, build, validate, edit or export hierarchies.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
File = Annotated[Path, typer.Argument(help="The hierarchy file.", show_default=False)]
Out = Annotated[Path, typer.Option(help="The file to write.", show_default=False)]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


@app.command()
def show(
    file: File,
    children: Annotated[int, typer.Option(help="Labels shown below a label; 0 for all.")] = 12,
) -> None:
    """Show a hierarchy as a tree."""
    with explained():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        _tree(verbs.load(file), children)


@app.command()
def build(
    data: Annotated[Path, typer.Argument(help="The file with the table.", show_default=False)],
    column: Annotated[str, typer.Argument(help="The column.", show_default=False)],
    out: Out,
    builder: Annotated[str, typer.Option(help="The builder.")] = "automatic",
    parameter: Annotated[
        list[str] | None, typer.Option(help="A parameter of the builder, such as width=5.")
    ] = None,
    force: Force = False,
) -> None:
    """Build the hierarchy of a column and write it as ARX reads it."""
    with explained():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        settings = {"builder": builder, **dict(map(_parameter, parameter or ()))}
        made = verbs.build(data, column, settings)
        verbs.write(made, out, force=force)
        _tree(made)
    typer.echo(f"Written: {out}")


@app.command()
def validate(
    file: File,
    data: Annotated[Path | None, typer.Option(help="A table whose values must fit.")] = None,
    column: Annotated[str | None, typer.Option(help="The column of the table.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where the repaired one goes.")] = None,
    force: Force = False,
) -> None:
    """Look for everything wrong with a hierarchy; repair repeated rows and missing values."""
    with explained():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        if (data is None) != (column is None):
            raise StudyError("Give --data and --column together.")
        values = verbs.values_of(data, column) if data and column else None
        problems = verbs.validate(file, values)
        if not problems:
            typer.echo("The hierarchy is well formed.")
            return
        if not fix:
            raise DataError(*problems)
        _fix(file, values, out or (file if force else None), force=force)


def _fix(file: Path, values: Any, out: Path | None, *, force: bool) -> None:  # noqa: ANN401
    from shoal.service import hierarchy as verbs  # noqa: PLC0415

    if out is None:
        raise StudyError("Give --out for the repaired hierarchy, or --force to replace the file.")
    found = verbs.fix(file, values)
    for sentence in found.done:
        typer.echo(f"Repaired: {sentence}.")
    if found.hierarchy is None:
        raise DataError(*found.left)
    verbs.write(found.hierarchy, out, force=force)
    typer.echo(f"Written: {out}")


@app.command()
def edit(
    file: File,
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    merge: Annotated[
        list[str] | None, typer.Option(help="Make values or groups one group: 'a | b = label'.")
    ] = None,
    rename: Annotated[
        list[str] | None, typer.Option(help="Give a group another label: 'old = new'.")
    ] = None,
    move: Annotated[
        list[str] | None, typer.Option(help="Move a value to another group: 'value = group'.")
    ] = None,
    level: Annotated[int, typer.Option(help="The level of the groups.")] = 1,
    force: Force = False,
) -> None:
    """Merge, rename and move values and groups; writes a new file."""
    with explained():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        place = out or (file if force else None)
        if place is None:
            raise StudyError("Give --out for the new hierarchy, or --force to replace the file.")
        given = {"merge": merge, "rename": rename, "move": move}
        made = verbs.load(file)
        for kind, texts in given.items():
            for text in texts or ():
                made = verbs.Edit.parse(kind, text).apply(made, level)
        verbs.write(made, place, force=force)
        _tree(made)
    typer.echo(f"Written: {place}")


@app.command()
def export(
    study: Annotated[Path, typer.Argument(help="The study file.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("hierarchies"),
    column: Annotated[str | None, typer.Option(help="One column only.")] = None,
    force: Force = False,
) -> None:
    """Write the hierarchies of a study as ARX reads them, one file per column."""
    with explained():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        paths = verbs.export_into(study, out, column, force=force)
    for path in paths:
        typer.echo(f"Written: {path}")


def _parameter(text: str) -> tuple[str, Any]:
    """A parameter as it is typed; the value is read as JSON where it is JSON."""
    name, mark, value = text.partition("=")
    if not mark:
        raise StudyError("--parameter was not understood. Expected a name and a value: width=5.")
    try:
        return name.strip(), json.loads(value)
    except json.JSONDecodeError:
        return name.strip(), value.strip()


def _tree(hierarchy: "Hierarchy", children: int = 12) -> None:
    from rich.console import Console  # noqa: PLC0415

    from shoal.report.hierarchy_tree import hierarchy_tree  # noqa: PLC0415

    Console().print(hierarchy_tree(hierarchy, children))
