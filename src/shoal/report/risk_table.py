"""The risk of a table on the terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import count_of, number, percent
from shoal.report.risk_details import details
from shoal.report.types.measured_risk import MeasuredModel, RiskReport
from shoal.report.words import label

SHARES = {"threshold", "delta_max"}  # measures that are shares
ROLES = {
    "study": "",
    "named": "",
    "guessed": " (guessed; name them with --quasi-identifiers and --sensitive)",
}
NAMED = {"distance", "estimator"}  # parameters whose values are shown without their names
SIGNS = {"beta": "β", "delta": "δ", "delta_max": "δ_max"}


def risk_table(report: RiskReport) -> RenderableType:
    """What is in the table, how likely people are found, and what each privacy model measures."""
    lines: list[RenderableType] = [Text(line) for line in (*_about(report), *_risks(report))]
    if report["classes"]["count"]:
        lines += [Text(""), *details(report)]
    if "models" in report:
        lines += [Text(""), *_models(report)]
    return Group(*lines, *map(Text, _notes(report)))


def _about(report: RiskReport) -> Iterator[str]:
    records = count_of(report["records"], "record")
    yield f"{label(report['data'])}: {records}, {number(report['suppressed_records'])} suppressed"
    guessed = ROLES[report["roles"]]
    yield f"Quasi-identifiers: {_join_names(report['quasi_identifiers'])}{guessed}"
    named = [f"{label(each['name'])} ({each['type']})" for each in report["sensitive"]]
    yield f"Sensitive: {', '.join(named) or 'none'}"


def _risks(report: RiskReport) -> Iterator[str]:
    """Sentences about the classes and the risk of being found."""
    classes, risk = report["classes"], report["risk"]
    if not classes["count"]:
        yield "There is no class."
        return
    unit, mean = report["counted"], number(classes["mean"])
    sizes = f"{number(classes['min'])} to {number(classes['max'])} {unit}, {mean} on average"
    yield f"Classes: {number(classes['count'])}, of {sizes}"
    risks = (f"{name} {percent(risk[name])}" for name in ("highest", "average", "lowest"))
    yield f"Risk of being found: {', '.join(risks)}"
    below = f"{percent(risk['at_risk'])} in classes below {number(risk['at_risk_below'])}"
    yield f"Unique: {number(risk['uniques'])} {unit}; {below}"


def _models(report: RiskReport) -> Iterator[RenderableType]:
    """One table for promises about all columns, and one for each sensitive column."""
    columns = [_column(measured) for measured in report["models"]]
    for column in dict.fromkeys(sorted(columns)):
        title = f"Measured: {label(column)}" if column else "Measured"
        table = Table(title=title, title_justify="left")
        table.add_column("Model", no_wrap=True)
        table.add_column("Measured", overflow="fold")
        for measured in report["models"]:
            if _column(measured) == column:
                table.add_row(Text(_name(measured)), _value(measured))
        yield table


def _column(measured: MeasuredModel) -> str:
    """The column that a promise is about; empty for all."""
    return str(measured["parameters"].get("column", ""))


def _name(measured: MeasuredModel) -> str:
    """A model with its parameters, without the column."""
    shown = {key: value for key, value in measured["parameters"].items() if key != "column"}
    named = [value if key in NAMED else f"{key} {value}" for key, value in shown.items()]
    return ", ".join([measured["model"], *map(str, named)])


def _value(measured: MeasuredModel) -> Text:
    """A number, or in gray why there is none."""
    measures, value = measured["measures"], measured["measured"]
    if value is None:
        return Text(measured["reason"] or "", style="dim")
    sign = SIGNS.get(measures, measures)
    if measures in SHARES:
        return Text(percent(value) if measures == "threshold" else f"{sign} = {percent(value)}")
    return Text(f"{sign} = {number(value)}")


def _notes(report: RiskReport) -> Iterator[str]:
    """By which rule records count as suppressed, and how long it took."""
    yield report["rule"]
    seconds = report["cpu_seconds"]
    parts = ", ".join(f"{stage} {seconds[stage]:.2f}" for stage in seconds)
    yield f"Processor seconds: {parts}."


def _join_names(names: list[str]) -> str:
    return ", ".join(map(label, names))
