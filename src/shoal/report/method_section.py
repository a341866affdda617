"""What a method did, step by step, as lines of the report."""

from collections.abc import Mapping
from typing import Any

from shoal.report.numbers import counted, number
from shoal.report.words import label


def method_of(summary: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the page says about the method; None where a search decided."""
    found = summary.get("method")
    if not isinstance(found, Mapping):
        return None
    cells = found.get("blank_cells_by_column")
    return {
        "name": label(found.get("name")),
        "steps": [_sentence(step) for step in found.get("steps") or ()],
        "blank": found.get("blank_cells"),
        "by_column": [(label(name), count) for name, count in (cells or {}).items() if count],
        "smallest": found.get("smallest_bin"),
    }


def _sentence(step: Mapping[str, Any]) -> str:
    kind = step.get("step")
    if kind == "generalize":
        rare = step.get("rare_records", step.get("outliers"))
        return (
            f"{counted(rare, 'record')} had rare values:"
            f" {label(step.get('column'))} was generalized to level {number(step.get('level'))}."
        )
    if kind == "drop":
        return f"{counted(step.get('records'), 'record')} with rare values dropped."
    if kind == "blank":
        size = step.get("combinations_of")
        among = "" if size is None else f" for rare combinations of {counted(size, 'column')}"
        return f"{counted(step.get('cells'), 'cell')} blanked{among}."
    if kind == "complement":
        return f"{counted(step.get('cells'), 'cell')} blanked so that no blank cell stands alone."
    return label(kind)
