"""What a method did, step by step, as lines of the report."""

from collections.abc import Mapping
from typing import TypedDict

from shoal.report.flat import as_list, as_mapping
from shoal.report.numbers import count_of, number
from shoal.report.types.sections import ChangedColumn, MethodFacts, Perturbation
from shoal.report.types.summary import Summary
from shoal.report.words import label
from shoal.study.keys.plain import Settings

# What a summary says about blank cells, where the study counts people.
BY_PERSON = "People of the input whom a record fits are counted; a blank cell fits every value."


class MethodRows(TypedDict):
    """What a method did, as the page shows it."""

    name: str
    steps: list[str]
    blank: int | None
    by_column: list[tuple[str, int]]
    smallest: int | None
    who: str
    lost: float | None
    lost_by_column: list[tuple[str, float | None]]
    changed: Perturbation | None


def method_of(summary: Summary) -> MethodRows | None:
    """What the page says about the method; None if a search decided."""
    method = summary.get("method")
    if not isinstance(method, Mapping):
        return None
    cells, by_person = method.get("blank_cells_by_column"), method.get("matching") == BY_PERSON
    return {
        "name": label(method.get("name")),
        "steps": [_sentence(step) for step in method.get("steps") or ()],
        "blank": method.get("blank_cells"),
        "by_column": [(label(name), count) for name, count in (cells or {}).items() if count],
        "smallest": method.get("smallest_bin"),
        "who": "people of the input" if by_person else "records, itself included",
        "lost": method.get("ngil"),
        "lost_by_column": [
            (label(name), share) for name, share in as_mapping(method.get("ngil_by_column")).items()
        ],
        "changed": _changed(method),
    }


def _changed(method: MethodFacts) -> Perturbation | None:
    """What changed values lost and disclose, with names that can be shown; None without any."""
    facts = method.get("perturbation")
    if facts is None:
        return None
    columns: list[ChangedColumn] = [
        {**column, "name": label(column["name"])} for column in facts["columns"]
    ]
    return {**facts, "columns": columns}


def meaning_by_cell(name: object, summary: Summary) -> tuple[int | None, str] | None:
    """The level of a column and what it means, where a method may have changed cells; else None."""
    method = as_mapping(summary.get("method"))
    if "perturbation" in method:
        columns = as_mapping(method["perturbation"]).get("columns")
        changed = any(as_mapping(one).get("name") == name for one in as_list(columns))
        return (None, "Shown with other values.") if changed else (0, "Released as it was.")
    level = as_mapping(method.get("levels")).get(str(name))
    cells = as_mapping(method.get("blank_cells_by_column")).get(str(name))
    if not isinstance(level, int) or not isinstance(cells, int):
        return None
    kept = "Released as it was" if level == 0 else "Grouped"
    return level, f"{kept}, but for {count_of(cells, 'blank cell')}." if cells else f"{kept}."


def _sentence(step: Settings) -> str:
    """A step of a method in words."""
    texts = {key: label(value) for key, value in step.items() if isinstance(value, str)}
    texts |= {key: number(value) for key, value in step.items() if key not in texts}
    if step.get("step") == "generalize" and "level" in step and not {*step} & RARE:
        return MORE_DETAIL.format_map(texts)
    by_hand = not {"cells", "records", "clusters"} & set(step)
    words = BY_HAND if by_hand else BY_ITSELF
    sentence = words.get(str(step.get("step")), "{step}.")
    if "combinations_of" in step:
        sentence = "{cells} cells blanked for rare combinations of {combinations_of} columns."
    return sentence.format_map({"rare_records": texts.get("outliers"), **texts})


RARE = {"rare_records", "outliers"}
MORE_DETAIL = "{column} was generalized to level {level}: that keeps more detail than blank cells."
BY_ITSELF = {
    "drop": "{records} records with rare values dropped.",
    "blank": "{cells} cells blanked for rare combinations.",
    "complement": "{cells} cells blanked so that no blank cell stands alone.",
    "change": "{cells} cells of {columns} columns show other values.",
    "cluster": "{clusters} clusters of {smallest} to {largest} records formed.",
}
BY_HAND = {
    "generalize": "{rare_records} records had rare values: {column} was generalized to level"
    " {level}.",
    "set-level": "By hand: {column} was set to level {level}.",
    "blank-column": "By hand: all cells of {column} were blanked.",
    "blank-rare": "By hand: cells of rare combinations were blanked.",
    "complement": "By hand: no blank cell stands alone any more.",
}
