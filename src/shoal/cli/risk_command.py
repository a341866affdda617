"""The command `shoal risk`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion
from shoal.cli.arguments import Json, Quiet, names_in, path_option
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The file with the table; a run folder for --attacks.",
        show_default=False,
    ),
]

Models = Annotated[
    bool, typer.Option("--models", help="Measure what the table keeps of every privacy model.")
]
StudyFile = Annotated[
    Path | None,
    path_option("The study: roles, types, hierarchies, population.", completion.studies),
]
QuasiIdentifiers = Annotated[
    str | None, typer.Option(help="The columns that form classes: age,sex.")
]
Sensitive = Annotated[
    str | None, typer.Option(help="The columns that nobody should learn: diagnosis.")
]
Population = Annotated[
    Path | None, typer.Option(help="A file with everybody, with the same values.")
]
PopulationSize = Annotated[
    int | None, typer.Option(help="How many people the records are from.", min=1)
]
Threshold = Annotated[
    float | None, typer.Option(help="Records with a higher risk are at risk.", min=0, max=1)
]
Before = Annotated[
    Path | None, typer.Option(help="The table that this one was made from, to compare.")
]
WhichColumns = Annotated[
    bool, typer.Option("--columns", help="Tell which columns identify people.")
]
Special = Annotated[
    bool, typer.Option("--special", help="Look for records that few columns single out.")
]
SafeHarbor = Annotated[
    bool, typer.Option("--safe-harbor", help="Look for the 18 kinds of Safe Harbor.")
]
Attacks = Annotated[
    bool, typer.Option("--attacks", help="Attack the release of a run, or of a study.")
]
Other = Annotated[
    Path | None,
    path_option("Another run of the table that an attacker has too.", completion.runs),
]
Weights = Annotated[str | None, typer.Option(help="The column with sampling weights.")]
Household = Annotated[
    str | None, typer.Option(help="The column with the household; needs --weights.")
]
Html = Annotated[Path | None, typer.Option(help="Write a page with pictures.")]


def risk(
    file: File, models: Models = False, study: StudyFile = None,
    quasi_identifiers: QuasiIdentifiers = None, sensitive: Sensitive = None,
    population: Population = None, population_size: PopulationSize = None,
    threshold: Threshold = None, before: Before = None, columns: WhichColumns = False,
    special: Special = False, safe_harbor: SafeHarbor = False, attacks: Attacks = False,
    other: Other = None, weights: Weights = None, household: Household = None,
    json: Json = False, html: Html = None, quiet: Quiet = False,
) -> None:  # fmt: skip
    """Measure the risk of any table, and what it keeps of every privacy model.

    Reads a table, and the study if there is one; for --attacks a run folder. Writes nothing but
    the page.

    Examples:
      shoal risk run/draft.csv --study study.yaml
      shoal risk patients.csv --quasi-identifiers age,sex --models --json
      shoal risk run --attacks
    """
    screen = Screen(quiet, json)
    if attacks:
        _attack(screen, file, other)
        return
    with explain_errors(json=json):
        from shoal.report.risk_table import risk_table  # noqa: PLC0415
        from shoal.service.risk import risk as verbs  # noqa: PLC0415
        from shoal.study.encodings import notes_on_files  # noqa: PLC0415

        asked = verbs.Asked(
            names_in(quasi_identifiers), names_in(sensitive), population, population_size, models,
            columns, special, safe_harbor, weights, household, threshold, before,
        )  # fmt: skip
        report = verbs.risk(file, study, asked)
        screen.warn(notes_on_files(file, before, population))
        if html is not None:
            verbs.write_html(report, html)
        screen.answer(report)
        screen.show(lambda _: risk_table(report))
    if html:
        screen.say(f"Pictures and numbers, for you only:  {html}")


def _attack(screen: Screen, run: Path, other: Path | None) -> None:
    """Attack the release of a run and show what was learned; `other` is a second run, if any."""
    with explain_errors(json=screen.json):
        from shoal.report.attack_table import attack_table  # noqa: PLC0415
        from shoal.service import attack as verbs  # noqa: PLC0415

        with screen.progress() as watch:
            report = verbs.attack(run, other, watch=watch)
        screen.answer(report)
        screen.show(lambda _: attack_table(report))
