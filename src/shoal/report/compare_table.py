"""A comparison of two tables on the terminal."""

from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import count_of, is_number, number, percent
from shoal.report.quality_table import COLUMN, MEASURES, WHOLE
from shoal.report.types.comparison import ComparisonReport
from shoal.report.types.quality import Classes
from shoal.report.words import label

WIDE = 100  # characters from which bars have room
BAR = 10  # characters of a full bar
YOURS = "These figures tell about the input: they are yours, not for who gets the output."


def comparison_table(report: ComparisonReport, width: int = 80) -> RenderableType:
    """A table of columns, what whole records lost, classes, and what is not available.

    Args:
        report: The dict of `shoal.service.compare`.
        width: The width of the terminal; a narrow one leaves out the bars.
    """
    return Group(
        _columns(report, width >= WIDE),
        _whole(report),
        *_sentences(report),
        *_reasons(report),
        Text(YOURS, style="dim"),
    )


def _columns(report: ComparisonReport, bars: bool) -> Table:
    """The measures of each column, and below their means; ° marks columns outside the means."""
    before, after = report["input"], report["output"]
    title = (
        f"{label(before['name'])}, {count_of(before['records'], 'record')}"
        f" → {label(after['name'])}, {count_of(after['records'], 'record')}"
    )
    table = Table(title=title, title_justify="left")
    table.add_column("Column", overflow="fold")
    table.add_column("Type")
    for name, _ in COLUMN.values():
        table.add_column(name, justify="left" if bars else "right", no_wrap=bars)
    quality = report["quality"]
    for name, column in quality["columns"].items():
        shares = [column["missing"]["after"]] + [column[key]["quality"] for key in MEASURES]
        shown = "" if name in quality["together"] else " °"
        table.add_row(
            Text(label(name) + shown), Text(column["type"]), *(_cell(s, bars) for s in shares)
        )
    if len(quality["together"]) > 1:
        table.add_section()
        whole = [quality[key]["arithmetic-mean"] for key in MEASURES]
        cells = [_cell(share, bars) for share in whole]
        table.add_row(Text("all together", style="bold"), Text(""), Text(""), *cells)
    return table


def _cell(share: object, bars: bool) -> Text:
    if not is_number(share):
        return Text("—", style="dim")
    text = Text(f"{percent(share):>6}")
    if not bars:
        return text
    filled = round(BAR * min(max(share, 0.0), 1.0))
    return text.append(" " + "█" * filled, style="cyan").append("·" * (BAR - filled), style="dim")


def _whole(report: ComparisonReport) -> Table:
    """The measures of whole records, with their meaning."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for key, (name, meaning) in WHOLE.items():
        share = report["quality"][key]["quality"]
        shown = percent(share) if is_number(share) else "—"
        table.add_row(name, Text(shown, justify="right"), Text(meaning, style="dim"))
    return table


def _sentences(report: ComparisonReport) -> list[Text]:
    """Records and classes before and after, how tables were compared, and columns left out."""
    records, sides = report["records"], report["classes"]
    lines = [
        f"{number(records['suppressed'])} of {count_of(records['input'], 'record')} suppressed or"
        f" left out. {_classes(sides['before'])} before, {_classes(sides['after'])} after.",
        report["how"],
    ]
    lists = (
        report["quality"]["removed_columns"],
        report["only_in_input"],
        report["only_in_output"],
        report["not_compared"],
    )
    for says, names in zip(NAMED, lists, strict=True):
        if names:
            lines.append(f"{says}: {', '.join(label(name) for name in names[:20])}.")
    if any(report["quality"][key].get("without") for key in MEASURES):
        lines.append("“all together” is without the columns that have no number.")
    if len(report["quality"]["together"]) < len(report["quality"]["columns"]):
        lines.append("° is not measured together with the others.")
    return [Text(line) for line in lines]


NAMED = (
    "No record tells anything any more in",
    "Only in the input",
    "Only in the output, not compared",
    "Not in the study, not compared",
)


def _classes(classes: Classes) -> str:
    """How many classes there are, and their mean size."""
    if not classes["count"]:
        return "no classes"
    mean = number(round(classes["mean"] or 0, 2))
    return f"{count_of(classes['count'], 'class', 'classes')} (mean size {mean})"


def _reasons(report: ComparisonReport) -> list[Text]:
    """What is not available, one line per reason."""
    missing = sorted(report["not_available"], key=lambda row: row["reason"])
    lines = []
    for reason, group in groupby(missing, key=lambda row: row["reason"]):
        several = list(group)
        columns = dict.fromkeys(label(row["column"]) for row in several if row["column"])
        measures = dict.fromkeys(TITLES.get(row["measure"], row["measure"]) for row in several)
        about = f" ({', '.join(columns)})" if columns else ""
        lines.append(Text(f"— {', '.join(measures)}{about}: {reason}.", style="yellow"))
    return lines


TITLES: dict[str, str] = {
    **{key: name.lower() for key, (name, _) in COLUMN.items()},
    **{key: name.lower() for key, (name, _) in WHOLE.items()},
}
