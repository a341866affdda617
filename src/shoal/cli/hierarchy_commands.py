"""The commands of `shoal hierarchy`: show, build, validate, unknown, edit, export."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import completion
from shoal.cli.arguments import Quiet, StudyFile
from shoal.cli.command_group import command_group
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen
from shoal.errors import DataError, StudyError

if TYPE_CHECKING:
    from shoal.hierarchies.hierarchy import Hierarchy

app = command_group(
    help="Show, build, validate, edit or export hierarchies; list unknown values.",
    no_args_is_help=True,
)
File = Annotated[
    Path, typer.Argument(metavar="FILE", help="The hierarchy file.", show_default=False)
]
Out = Annotated[Path, typer.Option(help="The file to write.", show_default=False)]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


@app.command()
def show(
    file: File,
    children: Annotated[int, typer.Option(help="Labels shown below a label; 0 for all.")] = 12,
) -> None:
    """Show a hierarchy as a tree.

    Reads a hierarchy file (CSV, as ARX writes it); writes nothing.

    Examples:
      shoal hierarchy show age.csv
      shoal hierarchy show age.csv --children 0
    """
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        _show_tree(Screen(), verbs.load(file), children)


@app.command()
def build(
    data: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file with the table.", show_default=False)
    ],
    column: Annotated[
        str, typer.Argument(metavar="COLUMN", help="The column.", show_default=False)
    ],
    out: Out,
    builder: Annotated[
        str, typer.Option(help="The builder.", autocompletion=completion.builders)
    ] = "automatic",
    parameter: Annotated[
        list[str] | None, typer.Option(help="A parameter of the builder, such as width=5.")
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Build the hierarchy of a column and write it as ARX reads it.

    Reads a table. Writes a hierarchy file (CSV).

    Examples:
      shoal hierarchy build patients.csv age --out age.csv
      shoal hierarchy build patients.csv zip --builder masking --out zip.csv
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415
        from shoal.study.encodings import notes_on_files  # noqa: PLC0415

        settings = {"builder": builder, **dict(map(_parameter, parameter or ()))}
        hierarchy = verbs.build(data, column, settings)
        verbs.write(hierarchy, out, force=force)
        screen.warn(notes_on_files(data))
        _show_tree(screen, hierarchy)
    screen.say(f"Written: {out}")


@app.command()
def validate(
    file: File,
    data: Annotated[Path | None, typer.Option(help="A table whose values must fit.")] = None,
    column: Annotated[str | None, typer.Option(help="The column of the table.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where the repaired one goes.")] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Look for everything wrong with a hierarchy; repair repeated rows and missing values.

    Reads a hierarchy file, and a table whose values must fit. Writes a repaired one if asked.

    Examples:
      shoal hierarchy validate age.csv
      shoal hierarchy validate age.csv --data patients.csv --column age
      shoal hierarchy validate age.csv --fix --out repaired.csv
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        if (data is None) != (column is None):
            raise StudyError("Give --data and --column together.")
        values = verbs.values_of(data, column) if data and column else None
        problems = verbs.validate(file, values)
        if not problems:
            screen.say("The hierarchy is well formed.")
            return
        if not fix:
            raise DataError(*problems)
        _fix(screen, file, values, out or (file if force else None), force=force)


def _fix(
    screen: Screen,
    file: Path,
    values: Any,  # noqa: ANN401
    out: Path | None,
    *,
    force: bool,
) -> None:
    """Repair a hierarchy file for these values, and write it to `out`.

    Raises StudyError without `out`, and DataError if something is left that cannot be repaired.
    """
    from shoal.service import hierarchy as verbs  # noqa: PLC0415

    if out is None:
        raise StudyError("Give --out for the repaired hierarchy, or --force to replace the file.")
    repair = verbs.fix(file, values)
    for sentence in repair.done:
        screen.say(f"Repaired: {sentence}.")
    if repair.hierarchy is None:
        raise DataError(*repair.left)
    verbs.write(repair.hierarchy, out, force=force)
    screen.say(f"Written: {out}")


@app.command()
def unknown(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The file to write (CSV).")] = Path("unknown.csv"),
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """List the values of a table that are not in their hierarchies.

    Reads a study, its table and its hierarchies. Writes the values into a file that only you may
    read; tells their number only.

    Examples:
      shoal hierarchy unknown study.yaml
      shoal hierarchy unknown study.yaml --out unknown.csv --force
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        found = verbs.write_unknown(study, out, force=force)
    for name, values, records in found.iter_rows():
        screen.say(f"{name}: different values {values:,}, records {records:,}.")
    screen.say(
        f"Values, for you only:  {out}" if found.height else "Every value is in its hierarchy."
    )


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
    quiet: Quiet = False,
) -> None:
    """Merge, rename and move values and groups.

    Reads a hierarchy file. Writes a new one; --force without --out replaces it.

    Examples:
      shoal hierarchy edit age.csv --rename "[30, 40[ = thirties" --out named.csv
      shoal hierarchy edit age.csv --merge "34 | 39 = thirties" --out merged.csv
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        place = out or (file if force else None)
        if place is None:
            raise StudyError("Give --out for the new hierarchy, or --force to replace the file.")
        edits = {"merge": merge, "rename": rename, "move": move}
        hierarchy = verbs.load(file)
        for kind, texts in edits.items():
            for text in texts or ():
                hierarchy = verbs.Edit.parse(kind, text).apply(hierarchy, level)
        verbs.write(hierarchy, place, force=force)
        _show_tree(screen, hierarchy)
    screen.say(f"Written: {place}")


@app.command()
def export(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("hierarchies"),
    column: Annotated[str | None, typer.Option(help="One column only.")] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write the hierarchies of a study as ARX reads them, one file per column.

    Reads a study and its table. Writes a folder of hierarchy files (CSV).

    Examples:
      shoal hierarchy export study.yaml
      shoal hierarchy export study.yaml --column age --out ages
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import hierarchy as verbs  # noqa: PLC0415

        paths = verbs.export_into(study, out, column, force=force)
    for path in paths:
        screen.say(f"Written: {path}")


def _parameter(text: str) -> tuple[str, Any]:
    """The name and value of a parameter such as `width=5`; the value may be JSON."""
    name, mark, value = text.partition("=")
    if not mark:
        raise StudyError("--parameter was not understood. Expected a name and a value: width=5.")
    try:
        return name.strip(), json.loads(value)
    except json.JSONDecodeError:
        return name.strip(), value.strip()


def _show_tree(screen: Screen, hierarchy: "Hierarchy", children: int = 12) -> None:
    """Show a hierarchy as a tree, with at most so many labels below a label (0: all)."""
    from shoal.report.hierarchy_tree import hierarchy_tree  # noqa: PLC0415

    screen.show(lambda _: hierarchy_tree(hierarchy, children))
