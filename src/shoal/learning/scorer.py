"""Predicts raw records with nothing but Python: `python scorer.py new.csv > predictions.csv`.

From Python: `predict({"age": "34", "city": "Ulm"})` returns the confidence in each class. Values
are texts as in a CSV file; an empty one is missing. `MODEL` holds everything that was learned.
"""

import csv
import json
import math
import struct
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

MODEL: dict[str, Any] = json.loads("null")
FUNCTIONS = {
    **{name: getattr(math, name) for name in ("ceil", "cbrt", "exp", "floor", "log", "sqrt")},
    **{"abs": abs, "log10": math.log10, "log2": math.log2},
}


def predict(record: dict[str, Any], model: dict[str, Any] | None = None) -> dict[Any, float]:
    """The confidence in each class for one record."""
    known = model or MODEL
    places = (place_value(record[column["name"]], column) for column in known["columns"])
    vector = dict(place for place in places if place is not None)
    shares = (
        _predict_by_trees(vector, known) if "trees" in known else _predict_by_sums(vector, known)
    )
    confidences = dict.fromkeys(known["classes"], 0.0)
    confidences.update(zip((known["classes"][at] for at in known["learned"]), shares, strict=True))
    return confidences


def label(text: str | None, column: dict[str, Any]) -> str | None:
    """What the release shows instead of a value."""
    if text is None or text == "" or text in column["missing"]:
        return column.get("missing_label")
    if column["form"] == "text":
        return text
    if column["form"] == "map":
        shown = column["map"].get(text)
    elif column["form"] == "mask":
        shown = _mask(text, column)
    else:
        number = _number(text, column["date"])
        if number is None:
            raise ValueError(f"Column {column['name']!r}: a value is no number or date.")
        holding = (part[0] for part in column["ranges"] if _holds(part, number))
        shown = next(holding, column["other"])
    if shown is None and column["unseen"] == "error":
        raise ValueError(f"Column {column['name']!r}: a value is unknown to its hierarchy.")
    return column["root"] if shown is None else str(shown)


def place_value(text: str | None, column: dict[str, Any]) -> tuple[int, float] | None:
    """The place of a value in the matrix of the model, and the number there; or None."""
    shown, number = label(text, column), None
    if column["scaling"] is not None and shown is not None:
        number = _number(shown, column["date"])
    if number is not None:
        place = column["number"]
        return None if place is None else (place, _scale(column["scaling"], number))
    if shown not in column["categories"]:
        if column["form"] == "text" and shown is not None and column["unseen"] == "error":
            raise ValueError(f"Column {column['name']!r}: a value is unknown to the model.")
        return None
    return column["first"] + column["categories"].index(shown), 1.0


def _predict_by_sums(vector: dict[int, float], model: dict[str, Any]) -> list[float]:
    """The confidences by sums of weights, scaled so that they add up to one."""
    sums = list(model["start"])
    for place, value in vector.items():
        normal = model["normal"].get(str(place))
        for at in range(len(sums)):
            if normal:
                mean, variance = normal[at]
                off = (value - mean) ** 2 / variance
                sums[at] -= 0.5 * (math.log(2 * math.pi * variance) + off)
            else:
                sums[at] += value * model["weights"][place][at]
    largest = max(sums)
    shares = [math.exp(each - largest) for each in sums]
    return [share / sum(shares) for share in shares]


def _predict_by_trees(vector: dict[int, float], model: dict[str, Any]) -> list[float]:
    """The confidences by the mean of all trees, which compare numbers of 32 bits."""
    short = {place: struct.unpack("f", struct.pack("f", vector[place]))[0] for place in vector}
    answers = []
    for tree in model["trees"]:
        node = tree[0]
        while "at" in node:
            node = tree[node["yes" if short.get(node["at"], 0.0) <= node["most"] else "no"]]
        answers.append(node["shares"])
    return [sum(each) / len(answers) for each in zip(*answers, strict=True)]


def _number(text: str, date: str | None) -> float | None:
    """A text as a number, or a date as days since 1970."""
    try:
        if date is None:
            return float(text)
        moment = datetime.strptime(text, date).replace(tzinfo=UTC)
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() / 86400
    except ValueError:
        return None


def _holds(part: list[Any], number: float) -> bool:
    """Whether a range holds a number; an end that is null is open."""
    _, low, high, without_low, without_high = part
    above = low is None or (number > low if without_low else number >= low)
    return above and (high is None or (number < high if without_high else number <= high))


def _mask(text: str, column: dict[str, Any]) -> str | None:
    length, level, mask = column["length"], column["level"], column["character"] * column["level"]
    if len(text) > length:
        return None
    fill = column["padding"] * (length - len(text))
    padded = fill + text if column["align"] == "right" else text + fill
    return str(padded[: length - level] + mask if column["from_right"] else mask + padded[level:])


def _scale(steps: list[Any], number: float) -> float:
    """The value of an expression, whose steps have operands before their operator."""
    stack: list[float] = []
    for step in steps:
        if step == "x":
            stack.append(number)
        elif not isinstance(step, str):
            stack.append(step)
        elif step in FUNCTIONS:
            stack.append(float(FUNCTIONS[step](stack.pop())))
        elif step == "negative":
            stack.append(-stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_combine(step, left, right))
    return stack.pop()


def _combine(operator: str, left: float, right: float) -> float:
    if operator == "^":
        return math.pow(left, right)
    if operator in "+-":
        return left + right if operator == "+" else left - right
    return left * right if operator == "*" else left / right


def main() -> None:
    """Read a CSV file, write the predictions in its order."""
    with Path(sys.argv[1]).open(newline="", encoding="utf-8-sig") as file:
        predictions = [predict(record) for record in csv.DictReader(file)]
    out = csv.writer(sys.stdout, lineterminator="\n")
    target, classes = MODEL["target"], MODEL["classes"]
    out.writerow([target, *(f"{target}={'' if name is None else name}" for name in classes)])
    for shares in predictions:
        best = max(classes, key=lambda name: shares[name])
        out.writerow(["" if best is None else best, *(repr(shares[name]) for name in classes)])


if __name__ == "__main__":
    main()
