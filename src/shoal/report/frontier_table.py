"""The frontier as a small table on the terminal."""

from itertools import groupby

from rich.console import Console
from rich.table import Table

from shoal.report.numbers import percent
from shoal.report.types.frontier import FrontierAnswer, FrontierReport, FrontierStudy


def show(report: FrontierReport, console: Console | None = None) -> None:
    """Print the loss of every k and limit asked about, with the share really left out."""
    rows = [list(same) for _, same in groupby(report["answers"], key=lambda answer: answer["k"])]
    table = Table(title="Loss (records left out) of the best candidate", title_justify="left")
    table.add_column("k", justify="right")
    for answer in rows[0]:
        table.add_column(f"≤ {percent(answer['suppression_limit'])}", justify="right")
    for row in rows:
        table.add_row(str(row[0]["k"]), *(_cell(answer, report["study"]) for answer in row))
    (console or Console()).print(table)


def _cell(answer: FrontierAnswer, study: FrontierStudy) -> str:
    """Loss and share left out; bold where it is what the study itself asks."""
    if answer["levels"] is None:
        return "no release"
    text = f"{percent(answer['loss_normalized'])} ({percent(answer['suppressed_share'])})"
    question = study["k"], study["suppression_limit"]
    is_asked = (answer["k"], answer["suppression_limit"]) == question
    return f"[bold]{text}[/bold]" if is_asked else text
