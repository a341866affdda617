"""The command `shoal give`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.arguments import Json, Quiet, RunFolder
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen
from shoal.errors import StudyError

if TYPE_CHECKING:
    from shoal.service.give import Given

To = Annotated[str | None, typer.Option(help="Who gets it; the ledger and the certificate say so.")]
Note = Annotated[str | None, typer.Option(help="What the ledger keeps beside it.")]
Acknowledge = Annotated[
    list[str] | None,
    typer.Option(metavar="ID=REASON", help="Why nobody can hold an earlier release, too."),
]


def give(
    run: RunFolder,
    to: To = None,
    note: Note = None,
    acknowledge: Acknowledge = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Give a run away: from now on it is a release, and no draft.

    Reads a run folder and the table that it was made from. Checks it again, and compares it with
    everything that was given from the same people. Refuses, or writes into the ledger who has it,
    and renames draft.csv in the run folder to release.csv.

    Examples:
      shoal give run --to "University of Uppsala"
      shoal give run --to ministry --acknowledge "r1a2b3c4=the ministry has no other release"
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json), screen.progress():
        from shoal.service import verbs  # noqa: PLC0415

        given = verbs.give(run, to=to, note=note, acknowledge=_reasons(acknowledge or []))
    show_given(screen, given)
    screen.answer(facts_of(given))


def show_given(screen: Screen, given: "Given") -> None:
    """Show what was given, and where it is."""
    screen.warn(given.together)
    screen.say(f"It is given, and the ledger calls it {given.id}.")
    screen.say(f"Release, checked once more:          {given.release}")
    screen.say(f"Certificate, to go with it:          {given.run / 'certificate.html'}")


def refuse_recipient_of_draft(to: str | None, *, give: bool) -> None:
    """Refuse --to without --give: a draft goes to nobody."""
    if to is not None and not give:
        raise StudyError("--to says who gets a release, but a run is a draft. Add --give.")


def facts_of(given: "Given") -> dict[str, Any]:
    """What was given, as plain JSON."""
    return {"id": given.id, "release": str(given.release), "warnings": given.together}


def _reasons(texts: list[str]) -> dict[str, str]:
    """The reason by id of the earlier release, from texts such as `ID=REASON`."""
    reasons = {}
    for text in texts:
        name, separator, why = text.partition("=")
        if not separator:
            raise StudyError(f"--acknowledge {text}: expected ID=REASON, as in {text}=REASON.")
        reasons[name.strip()] = why
    return reasons
