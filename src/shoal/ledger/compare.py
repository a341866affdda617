"""What a release tells together with earlier ones, and the words in which it is refused.

What others of the same workspace gave counts like one's own, but is refused in one sentence that is
always the same: figures would tell about their release (docs/decisions/0093-one-ledger.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shoal.errors import NoReleaseError
from shoal.ledger import ledger
from shoal.ledger.facts import Inference
from shoal.ledger.ledger import Entry
from shoal.ledger.released import Released, both_of, told_together
from shoal.ledger.together import all_together
from shoal.ledger.workspace import Workspace
from shoal.report.types.ledger import TogetherFacts

OTHERS = "It conflicts with another release of these people; ask the data officer."


@dataclass
class Together:
    """What a release and earlier ones would tell together.

    Attributes:
        told: What is too much, per earlier release or for several of them, as plain facts.
        refused: The same in words, with what to do about it.
        accepted: What is too much, and was acknowledged.
    """

    told: list[TogetherFacts] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)

    @property
    def warnings(self) -> list[str]:
        """What to know of a draft."""
        return [*self.accepted, *(f"It could not be given: {one}" for one in self.refused)]

    def refuse(self) -> None:
        """Raise what is too much and was not acknowledged."""
        if self.refused:
            raise NoReleaseError(*self.refused)


def compared(
    workspace: Workspace,
    new: Entry,
    earlier: list[Entry],
    acknowledged: Mapping[str, str] | None = None,
) -> Together:
    """What a release tells together with earlier ones.

    Args:
        workspace: Where all of them are.
        new: The release.
        earlier: Those that count.
        acknowledged: Reasons why somebody cannot hold both, by the name of the earlier release.
    """
    found = Together()
    if new.facts["private"]:
        return found
    known = {*(acknowledged or {}), *_acknowledged_in(new)}
    groups = [group for group in alike_before(earlier, new) if not group[-1].facts["private"]]
    if not groups:
        return found
    mine, apart = ledger.released_in(workspace, new), []
    for group in groups:
        told = told_together(ledger.released_in(workspace, group[-1]), mine)
        own = [one for one in group if one.owner == new.owner]
        accepted = [one for one in own if one.id in known]
        found.refused += [] if accepted else beside(workspace, new, mine, group)
        # A reason speaks for those who have one's own release, not for those who have others'.
        others = len(own) < len(group) and (not own or bool(accepted))
        if told and own:
            _add(found, (accepted or own)[-1], told, workspace, accepted=bool(accepted))
        if told and others and OTHERS not in found.refused:
            found.refused.append(OTHERS)
        if not told and (others or not accepted):
            apart.append((own or group)[-1])
    if not found.refused and len(apart) > 1:
        several, names = all_together(
            ((one.id, ledger.released_in(workspace, one)) for one in apart), mine
        )
        named = {one.id for one in apart if one.owner == new.owner}
        _add_several(found, several, names, named, workspace)
    return found


def beside(workspace: Workspace, new: Entry, mine: Released, group: list[Entry]) -> list[str]:
    """What is wrong with releases of the same people that a series was built without."""
    series = {*new.facts.get("series", ())}
    own = [one for one in group if one.owner == new.owner]
    if not series or not own or any(one.id in series for one in group):
        return []
    if both_of(ledger.released_in(workspace, own[-1]), mine) is None:
        return []
    return [beside_a_series(own[-1].id)]


def beside_a_series(id: str) -> str:
    """The sentence about a release that is not of the series, and of the same people."""
    return (
        f"{id} is another release of these people, and not of the series that this one continues:"
        " nobody knows what all of them tell together. Continue it if it is the last of the"
        " series, withdraw it, or acknowledge it if nobody can hold both."
    )


def alike_before(earlier: list[Entry], new: Entry) -> list[list[Entry]]:
    """The earlier releases, equal ones together; the new one once more tells nothing new."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for one in earlier:
        groups.setdefault((one.trace, one.roster), []).append(one)
    groups.pop((new.trace, new.roster), None)
    return list(groups.values())


def _acknowledged_in(new: Entry) -> list[str]:
    """The earlier releases that a study acknowledges."""
    given = new.facts["study"].get("acknowledge", ())
    return [one.removeprefix("earlier-release:") for one in given]


def _add(
    found: Together,
    one: Entry,
    told: list[Inference],
    workspace: Workspace,
    *,
    accepted: bool,
) -> None:
    sentences = [inference.sentence for inference in told]
    found.told.append({"releases": [one.id], "acknowledged": accepted, "tells": sentences})
    if accepted:
        words = f"Together with the earlier release {one.id}, which was acknowledged:"
        found.accepted.append(" ".join([words, *sentences]))
    else:
        found.refused.append(_refusal(one, " ".join(sentences), workspace))


def _add_several(
    found: Together,
    told: list[Inference],
    names: list[str],
    own: set[str],
    workspace: Workspace,
) -> None:
    sentences = [inference.sentence for inference in told]
    if told and not own.issuperset(names):
        found.refused.append(OTHERS)
    elif told:
        found.told.append({"releases": names, "acknowledged": False, "tells": sentences})
        found.refused.append(_refusal_of_all(names, " ".join(sentences), workspace))


def _refusal(one: Entry, sentences: str, workspace: Workspace) -> str:
    # In a served workspace, places and commands are the server's own affair.
    place = "" if workspace.owner else f", {one.place}"
    how = f"{workspace.command} withdraw {one.id}"
    withdraw = f"withdraw {one.id} in the ledger" if workspace.owner else f"`{how}`"
    reason = _acknowledging(one.id, workspace)
    return (
        f"The earlier release {one.id} of the same data ({one.time}{place}) and this one tell"
        f" more together than each alone. {sentences} Say `continues: {one.id}` in the study to"
        " build one that does not, give the same columns and levels again, or, if nobody can hold"
        f" both, say why when you give it: {reason}. If nobody was given {one.id}: {withdraw}."
    )


def _refusal_of_all(earlier: list[str], sentences: str, workspace: Workspace) -> str:
    reason = _acknowledging(earlier[-1], workspace)
    return (
        f"The earlier releases {', '.join(earlier)} of the same data and this one tell more"
        f" together than any two of them. {sentences} Give the same columns and levels as"
        " before, or, if nobody can hold all of them, say why the one that is apart is apart, as"
        f" in: {reason}."
    )


def _acknowledging(id: str, workspace: Workspace) -> str:
    return f"acknowledge {id} with a reason" if workspace.owner else f"`--acknowledge {id}=REASON`"
