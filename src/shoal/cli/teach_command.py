"""The command `shoal teach`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.arguments import StudyFile
from shoal.cli.complaints import complain, explain_errors
from shoal.cli.typed_line import read_line
from shoal.errors import Canceled, StudyError
from shoal.report.numbers import count_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from shoal.report.types.teaching import LearnedWeights, ReleaseChange, TeachingQuestion
    from shoal.service.teaching.teach import TeachingSession

ANSWERS = {"1": "first", "2": "second", "s": "skip"}
HELP = (
    "1 or 2 answers, s skips, u takes the last answer back and asks again, w shows the weights, r"
    " the release with them, q stops. Answers are kept; the next `shoal teach` goes on with them."
)
PROMPT = "1, 2, s(kip), u(ndo), w(eights), r(elease), q(uit), ? > "


class About(StrEnum):
    """What questions are about."""

    BOTH = "both"
    CLUSTERS = "clusters"
    RELEASES = "releases"


KINDS = {
    About.BOTH: ("cluster", "release"),
    About.CLUSTERS: ("cluster",),
    About.RELEASES: ("release",),
}


def teach(
    study: StudyFile,
    write: Annotated[Path | None, typer.Option(help="Write the study with its weights.")] = None,
    questions: Annotated[int, typer.Option(min=1, help="Stop after so many answers.")] = 30,
    every: Annotated[int, typer.Option(min=1, help="Show the release after so many.")] = 5,
    about: Annotated[About, typer.Option(help="What to ask about.")] = About.BOTH,
    again: Annotated[bool, typer.Option("--again", help="Forget earlier answers.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing study.")] = False,
) -> None:
    """Learn the weights of columns from a person's answers.

    Reads the study and its table, and asks which of two releases you like better. Keeps the
    answers beside the study; writes a study with the weights if asked.

    Examples:
      shoal teach study.yaml
      shoal teach study.yaml --questions 12 --write taught.yaml
    """
    with explain_errors():
        if write is not None and write.exists() and not force:
            raise StudyError(f"{write} exists already. Choose another, or replace it by --force.")
        session = _session(study, about, again=again)
        try:
            _Dialog(session, study, every).run(questions)
        except KeyboardInterrupt:
            raise Canceled(_kept(session)) from None
        if write is not None:
            from shoal.service.teaching.files import write_taught  # noqa: PLC0415

            write_taught(session, study, write, force=force)
            typer.echo(f"A study with these weights:  {write}")


def _kept(session: "TeachingSession") -> str:
    """What is left after Ctrl-C, in a sentence."""
    answers = count_of(session.lesson.answers, "answer")
    return f"Stopped. Kept: {answers}; the next `shoal teach` goes on. No study was written."


def _session(study: Path, about: About, *, again: bool) -> "TeachingSession":
    """The session with a person, going on with earlier answers; with `again` these are removed."""
    from shoal.service.teaching import files as teach_files  # noqa: PLC0415
    from shoal.service.teaching import teach as verbs  # noqa: PLC0415

    typer.echo(verbs.NOTE)
    if again:
        teach_files.remove_answers(study)
    state = teach_files.read_answers(study)
    session = verbs.teach(study, state=state, kinds=KINDS[about])
    if state is not None:
        typer.echo(
            f"Going on after {count_of(session.lesson.answers, 'answer')}; --again starts anew."
        )
    return session


class _Dialog:
    """Questions on the terminal until there are enough answers, or the person stops.

    Args:
        session: Asks and learns.
        study: The study file; answers are kept beside it.
        every: After so many answers, the release with the present weights is shown.
    """

    def __init__(self, session: "TeachingSession", study: Path, every: int) -> None:
        self.session, self.study, self.every = session, study, every
        self.said_settled = False

    def run(self, questions: int) -> None:
        """Ask questions, and show the weights at the end."""
        typer.echo(HELP)
        while self.session.lesson.answers < questions:
            question = self.session.next_question()
            self._say_if_settled(question)
            _show("question_table", question)
            if not self._take_answer(question):
                break
        _show("weights_table", self.session.weights())

    def _take_answer(self, question: "TeachingQuestion") -> bool:
        """Read commands until one answers the question or takes the last answer back.

        Returns False if the person stops, otherwise True.
        """
        while True:
            match _read_letter():
                case "1" | "2" | "s" as word:
                    self._take(word, question["number"])
                    return True
                case "u":
                    return self._undo()
                case "w":
                    _show("weights_table", self.session.weights())
                case "r":
                    _show("change_table", self.session.again())
                case "q":
                    return False
                case _:
                    typer.echo(HELP)

    def _take(self, word: str, number: int) -> None:
        """Take an answer, keep it in the file, and say if it contradicts the others."""
        self.session.answer(ANSWERS[word], number)  # type: ignore[arg-type]
        self._keep()
        lesson = self.session.lesson
        if number in lesson.contradiction_numbers:
            typer.echo(f"Answer {number} does not fit the others well; that is allowed.")
        if word != "s" and lesson.answers % self.every == 0:
            _show("change_table", self.session.again())

    def _undo(self) -> bool:
        """Take the last answer back, or say why that is not possible; returns True."""
        try:
            self.session.undo()
        except StudyError as error:
            complain(error.problems)
        self._keep()
        return True

    def _keep(self) -> None:
        """Write all answers to the file beside the study."""
        from shoal.service.teaching.files import write_answers  # noqa: PLC0415

        write_answers(self.session, self.study)

    def _say_if_settled(self, question: "TeachingQuestion") -> None:
        """Say once that the weights are known well, when a question comes that says so."""
        if question["settled"] and not self.said_settled:
            typer.echo("The weights are known well: further answers will change little.")
            self.said_settled = True


def _read_letter() -> str:
    """The first letter that the person types, `?` for an empty line, `q` for the end of the input.

    Raises KeyboardInterrupt at once on Ctrl-C.
    """
    if sys.stdin.isatty():
        typer.echo(PROMPT, nl=False)
    line = read_line()
    return line.strip()[:1].lower() or ("?" if line else "q")


def _show(name: str, found: "TeachingQuestion | LearnedWeights | ReleaseChange") -> None:
    """Print what was found, as the function of this name in `report.teaching_table` draws it."""
    from rich.console import Console  # noqa: PLC0415

    from shoal.report import teaching_table  # noqa: PLC0415

    table: RenderableType = getattr(teaching_table, name)(found)
    Console().print(table)
