"""Teaching on the terminal: a question, the weights so far, and what they change."""

from collections.abc import Sequence
from typing import Any, Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from shoal.report.numbers import number, percent
from shoal.report.types.teaching import (
    LearnedWeights,
    QuestionLine,
    ReleaseChange,
    TeachingQuestion,
)
from shoal.report.words import label

BAR = 24  # characters for a weight of 1
SHORT = 28  # characters of a value
SIDES: tuple[Literal["first", "second"], ...] = ("first", "second")
Key = Literal["value", "first", "first_loss", "second", "second_loss"]
KEYS: tuple[Key, ...] = ("value", "first", "first_loss", "second", "second_loss")
TITLES = {
    "cluster": ("column", "record", "1: first cluster", "2: second cluster"),
    "release": ("column", "a record", "1: first release", "lost", "2: second release", "lost"),
}


def question_table(question: TeachingQuestion) -> RenderableType:
    """The record, and what it becomes in either option; equal cells are faint."""
    is_release = question["kind"] == "release"
    table = Table(*TITLES[question["kind"]], title=_title(question), title_justify="left")
    for line in question["columns"]:
        cells = [_cell(line, key) for key in KEYS if is_release or not key.endswith("loss")]
        style = "dim" if line["first"] == line["second"] else ""
        table.add_row(Text(label(line["column"], SHORT)), *cells, style=style)
    if is_release:
        gone = (percent(question["left_out"][side] / question["records"]) for side in SIDES)
        first, second = gone
        table.add_row("(left out)", "", "", first, "", second)
    return table


def weights_table(learned: LearnedWeights) -> RenderableType:
    """The weights, each with its interval of 90%, and the answers that do not fit them."""
    table = Table(
        "column", "weight", "90% between", "", title=_answers(learned), title_justify="left"
    )
    order = sorted(learned["weights"], key=lambda name: -learned["weights"][name])
    for name in order:
        low, high = learned["interval"][name]
        bar = "█" * max(1, round(BAR * learned["weights"][name]))
        ends = f"{percent(low)} and {percent(high)}"
        table.add_row(Text(label(name, SHORT)), percent(learned["weights"][name]), ends, bar)
    doubts = learned["contradicting"]
    if not doubts:
        return table
    which = ", ".join(map(str, doubts))
    does = "Answer {} does" if len(doubts) == 1 else "Answers {} do"
    return Group(table, Text(f"{does.format(which)} not fit these weights; that is allowed."))


def change_table(change: ReleaseChange) -> RenderableType:
    """Levels and losses before and after; lines without a change are faint."""
    notes = [Text(change["note"])] if change["note"] else []
    if not change["changed"]:
        return Group(Text("With these weights the release stays as it is."), *notes)
    has_levels = "level" in change["columns"][0]
    titles = ["column", "weight", *(["level"] if has_levels else []), "lost"]
    table = Table(*titles, title="The release with these weights", title_justify="left")
    for line in change["columns"]:
        levels = [_arrow(line["level"], str)] if has_levels else []
        same = line["loss"][0] == line["loss"][1]
        cells = [_arrow(line["weight"], number), *levels, _arrow(line["loss"], percent)]
        table.add_row(Text(label(line["column"], SHORT)), *cells, style="dim" if same else "")
    gone = _arrow(change["suppressed"], number)
    return Group(table, Text(f"Records left out: {gone}."), *notes)


def _title(question: TeachingQuestion) -> str:
    return f"{question['number']}. {question['question']}"


def _cell(line: QuestionLine, key: Key) -> Text:
    if key.endswith("loss"):
        return Text(percent(line[key]), style="dim")
    return Text(label(line[key], SHORT))


def _answers(learned: LearnedWeights) -> str:
    count = learned["answers"]
    return f"Weights after {count} answer{'' if count == 1 else 's'}"


def _arrow(pair: Sequence[Any], words: Any) -> str:  # noqa: ANN401  (any of our number formats)
    """A value before and after, as `words` writes it; one value if both are equal."""
    before, after = pair
    return str(words(after)) if before == after else f"{words(before)} → {words(after)}"
