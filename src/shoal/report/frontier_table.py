"""The frontier as a small table on the terminal."""

from itertools import groupby

from rich.console import Console
from rich.table import Table

from shoal.report.numbers import percent
from shoal.report.types.frontier import FrontierAnswer, FrontierReport, FrontierStudy


def show(report: FrontierReport, console: Console | None = None) -> None:
    """Print the loss of every k and limit asked about, with the share really left out."""
    rows = [list(same) for _, same in groupby(report["answers"], key=lambda one: one["k"])]
    table = Table(title="Loss (records left out) of the best candidate", title_justify="left")
    table.add_column("k", justify="right")
    for one in rows[0]:
        table.add_column(f"≤ {percent(one['suppression_limit'])}", justify="right")
    for row in rows:
        table.add_row(str(row[0]["k"]), *(_cell(one, report["study"]) for one in row))
    (console or Console()).print(table)


def _cell(one: FrontierAnswer, study: FrontierStudy) -> str:
    if one["levels"] is None:
        return "no release"
    text = f"{percent(one['loss_normalized'])} ({percent(one['suppressed_share'])})"
    is_asked = (one["k"], one["suppression_limit"]) == (study["k"], study["suppression_limit"])
    return f"[bold]{text}[/bold]" if is_asked else text
