"""The action `teach`: ask a person which release is more useful, one question per call."""

from typing import Annotated, Any, Literal

from annotated_types import Ge
from pydantic import Field

from shoal.errors import StudyError
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import StudyId, action

Kinds = Annotated[tuple[Literal["cluster", "release"], ...], Field(min_length=1, max_length=2)]


@action()
def teach(
    call: Call,
    *,
    study: StudyId,
    state: dict[str, Any] | None = None,
    answer: Literal["first", "second", "skip", "undo"] | None = None,
    number: Annotated[int, Ge(1)] | None = None,
    kinds: Kinds = ("cluster", "release"),
    again: bool = False,
) -> ActionResult:
    """Learn the weights of columns from a person's answers: takes one, asks the next question.

    The result has the next question, the weights so far and the `state` to go on with; `again`
    tells what the release becomes with these weights.
    """
    from shoal.service.teaching import teach as verbs  # noqa: PLC0415  (loads the engine)

    session = verbs.teach(call.study(study), state=state, kinds=kinds, watch=call.watch)
    if answer is not None and state is None:
        raise StudyError("An answer needs the `state` that came with its question.")
    if answer == "undo":
        session.undo()
    elif answer is not None:
        session.answer(answer, number)
    release = session.again() if again else None
    question = session.next_question()
    facts = {"question": question, "learned": session.weights(), "release": release}
    return ActionResult({**facts, "weights": session.learned(), "state": session.state()})
