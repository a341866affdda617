"""A question: a record, and what it becomes in either option."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from shoal.report.numbers import percent
from shoal.web.explain import figure, heading
from shoal.web.table import plain_table

Answer = Callable[[str], Awaitable[None]]


def show_question(question: Mapping[str, Any], answer: Answer) -> None:
    """Both options side by side in one table, and a button for each answer."""
    noun = question["kind"]
    with ui.element("section").classes("card").mark("question"):
        heading(f"{question['number']}. {question['question']}")
        heads = ["Column", "Record", f"First {noun}", f"Second {noun}"]
        plain_table(heads, [_line(one) for one in question["columns"]], question["question"])
        if question["kind"] == "release":
            _left_out(question)
        with ui.element("div").classes("line wrap"):
            _button(f"First {noun}", "first", answer, "1")
            _button(f"Second {noun}", "second", answer, "2")
            _button("Skip", "skip", answer, "S").props("outline")
            _button("Undo", "undo", answer, "U").props("flat")
        if question["settled"]:
            said = "The weights are known well: further answers will change little."
            ui.label(said).classes("good").props('role="status"')


def _button(text: str, name: str, answer: Answer, key: str) -> ui.button:
    async def given() -> None:
        await answer(name)

    with ui.button(text, on_click=given) as button:
        ui.label(key).classes("key").props('aria-hidden="true"')
    button.props(f'aria-keyshortcuts="{key}"')
    return button


def _line(one: Mapping[str, Any]) -> list[str]:
    """Cells of one column; where both options are the same, the second says so."""
    second = "the same" if one["first"] == one["second"] else _cell(one, "second")
    return [one["column"], str(one["value"]), _cell(one, "first"), second]


def _cell(one: Mapping[str, Any], side: str) -> str:
    loss = one.get(f"{side}_loss")
    return str(one[side]) if loss is None else f"{one[side]} (loses {percent(loss)})"


def _left_out(question: Mapping[str, Any]) -> None:
    with ui.element("div").classes("figures"):
        for side in ("first", "second"):
            share = question["left_out"][side] / question["records"]
            figure(f"Suppressed in the {side}", percent(share), "suppressed")
