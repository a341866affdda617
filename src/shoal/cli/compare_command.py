"""The command `shoal compare`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion
from shoal.cli.arguments import Json, Quiet, names_in, path_option
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen
from shoal.errors import StudyError

Input = Annotated[Path, typer.Argument(help="The table as it was.", show_default=False)]
Output = Annotated[Path, typer.Argument(help="What became of it.", show_default=False)]
StudyFile = Annotated[
    Path | None,
    path_option("The study: types, hierarchies, quasi-identifiers.", completion.studies),
]
Paired = Annotated[
    bool | None,
    typer.Option("--paired/--not-paired", help="Same records in the same order, or not."),
]
ListWise = Annotated[
    bool,
    typer.Option(
        "--list-wise/--each-column",
        help="Statistics leave out records with any gap, or only the gaps.",
    ),
]


def compare(
    input: Input,
    output: Output,
    study: StudyFile = None,
    json: Json = False,
    html: Annotated[Path | None, typer.Option(help="Write a page.")] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns to measure together: age,sex.")
    ] = None,
    pair: Annotated[
        list[str] | None, typer.Option(help="Two columns to cross-tabulate: age,sex.")
    ] = None,
    paired: Paired = None,
    exclude_suppressed: Annotated[
        bool, typer.Option("--exclude-suppressed", help="Leave suppressed cells out.")
    ] = False,
    exclude_missing: Annotated[
        bool, typer.Option("--exclude-missing", help="Leave missing values out.")
    ] = False,
    list_wise: ListWise = True,
    suppressed: Annotated[str, typer.Option(help="How a suppressed cell is written.")] = "*",
    quiet: Quiet = False,
) -> None:
    """Compare two tables: what is left of the first in the second.

    Reads both tables, and the study if there is one; writes nothing but the page.

    Examples:
      shoal compare patients.csv run/draft.csv --study study.yaml
      shoal compare patients.csv run/draft.csv --html comparison.html
      shoal compare patients.csv run/draft.csv --columns age,sex --json
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json):
        from shoal.report.compare_table import comparison_table  # noqa: PLC0415
        from shoal.service import compare as verbs  # noqa: PLC0415
        from shoal.study.encodings import notes_on_files  # noqa: PLC0415
        from shoal.utility import Include  # noqa: PLC0415

        asked = verbs.Asked(
            columns=names_in(columns),
            paired=paired,
            suppressed=suppressed,
            include=Include(not exclude_suppressed, not exclude_missing),
            list_wise=list_wise,
            pairs=tuple(_pair(text) for text in pair or ()),
        )
        with screen.progress() as watch:
            report = verbs.compare(input, output, study, asked, watch=watch)
            if html:
                verbs.write_html(report, html)
        screen.warn(notes_on_files(input, output))
        screen.answer(report)
        screen.show(lambda width: comparison_table(report, width))
    if html:
        screen.say(f"Pictures and numbers, for you only:  {html}")


def _pair(text: str) -> tuple[str, str]:
    """The two names of columns in a text such as `age,sex`; raises StudyError if it is not two."""
    names = names_in(text)
    if len(names) != 2:
        raise StudyError(f"--pair: expected two columns such as age,sex, found {len(names)}.")
    return names[0], names[1]
