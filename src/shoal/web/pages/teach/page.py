"""The teaching page."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.events import KeyEventArguments

from shoal.report.numbers import percent
from shoal.web.explain import explanation, figure, heading
from shoal.web.page import story_page
from shoal.web.pages.teach.learned import show_learned, show_release
from shoal.web.pages.teach.lesson import Lesson
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.table import plain_table
from shoal.web.visit import Visit

KEYS = {"1": "first", "2": "second", "s": "skip", "u": "undo"}
NOTE = "Questions show values of the table as they are: they are for you alone."
Answer = Callable[[str], Awaitable[None]]


@story_page("teach", "Teach")
async def show_teach(visit: Visit, story: Story) -> None:
    """Show questions until the person stops."""
    lesson = Lesson(visit, story)
    await lesson.go_on()
    with ui.element("div").classes("line wrap"):
        ui.label("Say what matters by answering short questions.").classes("quiet")
        explanation("teaching")
    place, result = ui.element("div"), ui.element("div").classes("stack")
    LessonPage(lesson, place, result).show()


class LessonPage:
    """Shows a lesson in `result`, and progress in `place`; takes one answer at a time."""

    def __init__(self, lesson: Lesson, place: ui.element, result: ui.element) -> None:
        self.lesson, self.place, self.result = lesson, place, result
        self._busy = False
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"])

    def show(self) -> None:
        """Show the open question and what was learned, or a button to begin."""
        self.result.clear()
        with self.result:
            if not self.lesson.has_begun:
                _show_beginning(self.begin)
                return
            show_question(self.lesson.found["question"], self.answer)
            show_learned(self.lesson.found["learned"])
            if self.lesson.found["release"] is not None:
                show_release(self.lesson.found["release"])
            self._show_ending()

    async def begin(self) -> None:
        """Ask the first question."""
        await self._do(lambda: self.lesson.begin(self.place))

    async def answer(self, answer: str) -> None:
        """Send an answer."""
        await self._do(lambda: self.lesson.answer(self.place, answer))

    async def _do(self, act: Callable[[], Awaitable[bool]]) -> None:
        """Do something and show the lesson again; ignored while the last thing is being done."""
        if self._busy:
            return
        self._busy = True
        try:
            if await act():
                self.show()
        finally:
            self._busy = False

    async def _key(self, event: KeyEventArguments) -> None:
        """Answer by a key of KEYS, once there is a question."""
        answer = KEYS.get(str(event.key).lower())
        if event.action.keydown and not event.action.repeat and answer and self.lesson.has_begun:
            await self.answer(answer)

    def _show_ending(self) -> None:
        async def use() -> None:
            problems = await self.lesson.use()
            if problems:
                with self.place:
                    show_problems(problems)
                return
            ui.notify("The study has these weights now.", type="positive")

        with ui.element("section").classes("card"):
            heading("Enough?", level=2)
            with ui.element("div").classes("line wrap"):
                ui.button("Use these weights", icon="check", on_click=use)
                again = ui.button("See the release", on_click=self._release).props("outline")
                again.mark("see-release")
                ui.button("Start anew", on_click=self.begin).props("flat")
                ui.link("To Explore", self.lesson.story.address("explore"))

    async def _release(self) -> None:
        await self._do(lambda: self.lesson.release(self.place))


def _show_beginning(begin: Callable[[], Awaitable[None]]) -> None:
    with ui.element("section").classes("card"):
        heading("What matters to you?", "teaching")
        ui.label(
            "Would this record rather join this cluster or that one? Which of two releases is more"
            " useful? Twenty to thirty answers are enough; you can stop at any time."
        )
        ui.label(NOTE).classes("quiet")
        ui.button("Ask me", icon="school", on_click=begin)


def show_question(question: Mapping[str, Any], answer: Answer) -> None:
    """Show both options side by side in one table, and a button for each answer.

    `answer` gets first, second, skip or undo.
    """
    noun = question["kind"]
    with ui.element("section").classes("card").mark("question"):
        heading(f"{question['number']}. {question['question']}")
        heads = ["Column", "Record", f"First {noun}", f"Second {noun}"]
        plain_table(heads, [_line(one) for one in question["columns"]], question["question"])
        if question["kind"] == "release":
            _show_suppressed(question)
        with ui.element("div").classes("line wrap"):
            _button(f"First {noun}", "first", answer, "1")
            _button(f"Second {noun}", "second", answer, "2")
            _button("Skip", "skip", answer, "S").props("outline")
            _button("Undo", "undo", answer, "U").props("flat")
        if question["settled"]:
            said = "The weights are known well: further answers will change little."
            ui.label(said).classes("good").props('role="status"')


def _button(text: str, name: str, answer: Answer, key: str) -> ui.button:
    """Show the button of one answer, with the key that does the same; returns it."""

    async def send() -> None:
        await answer(name)

    with ui.button(text, on_click=send) as button:
        ui.label(key).classes("key").props('aria-hidden="true"')
    button.props(f'aria-keyshortcuts="{key}"')
    return button


def _line(one: Mapping[str, Any]) -> list[str]:
    """The cells of one column; if both options are equal, the second says so."""
    second = "the same" if one["first"] == one["second"] else _cell(one, "second")
    return [one["column"], str(one["value"]), _cell(one, "first"), second]


def _cell(one: Mapping[str, Any], side: str) -> str:
    """One option for a column, with its loss if that is told."""
    loss = one.get(f"{side}_loss")
    return str(one[side]) if loss is None else f"{one[side]} (loses {percent(loss)})"


def _show_suppressed(question: Mapping[str, Any]) -> None:
    with ui.element("div").classes("figures"):
        for side in ("first", "second"):
            share = question["left_out"][side] / question["records"]
            figure(f"Suppressed in the {side}", percent(share), "suppressed")
