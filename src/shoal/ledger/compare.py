"""What a release tells together with earlier ones, and the words in which it is refused.

Releases of other owners of the workspace count like one's own. But a conflict with them is reported
in one fixed sentence: figures would tell about their release (docs/decisions/0039-one-ledger.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shoal.errors import NoReleaseError
from shoal.ledger import ledger
from shoal.ledger.facts import Inference
from shoal.ledger.ledger import Entry
from shoal.ledger.released import Released, compare_releases, match_releases
from shoal.ledger.together import infer_from_all
from shoal.ledger.workspace import Workspace
from shoal.report.types.ledger import TogetherFacts

OTHERS = "It conflicts with another release of these people; ask the data officer."


@dataclass
class Together:
    """What a release and earlier ones would tell together.

    Attributes:
        told: What is too much, per earlier release or for several of them, as plain facts;
            acknowledged or not, but only about the owner's own releases.
        refused: Sentences about what is too much and was not acknowledged, with what to do about
            it; about releases of other owners only `OTHERS`.
        accepted: Sentences about what is too much and was acknowledged.
    """

    told: list[TogetherFacts] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)

    @property
    def warnings(self) -> list[str]:
        """What the summary of a draft warns of: everything accepted or refused."""
        return [*self.accepted, *(f"It could not be given: {one}" for one in self.refused)]

    def refuse(self) -> None:
        """Raise `NoReleaseError` if something is too much and was not acknowledged."""
        if self.refused:
            raise NoReleaseError(*self.refused)


def compare_with_earlier(
    workspace: Workspace,
    new: Entry,
    earlier: list[Entry],
    acknowledged: Mapping[str, str] | None = None,
) -> Together:
    """What a release tells together with earlier ones; nothing is raised or written.

    It is compared with each of them, and if that leaves nothing to refuse, with all that tell
    nothing as a pair. Differentially private releases are not compared.

    Args:
        workspace: Where all of them are.
        new: The release.
        earlier: Those that count.
        acknowledged: Reasons why nobody can hold both, by the id of the earlier release; what the
            study acknowledges is added.
    """
    result = Together()
    if new.facts["private"]:
        return result
    known = {*(acknowledged or {}), *_study_acknowledgments(new)}
    groups = [
        group for group in group_equal_releases(earlier, new) if not group[-1].facts["private"]
    ]
    if not groups:
        return result
    mine, apart = ledger.load_release(workspace, new), []
    for group in groups:
        inferences = compare_releases(ledger.load_release(workspace, group[-1]), mine)
        own = [entry for entry in group if entry.owner == new.owner]
        accepted = [entry for entry in own if entry.id in known]
        result.refused += [] if accepted else series_conflicts(workspace, new, mine, group)
        # An acknowledgment is about who has one's own release, not about who has others'.
        others = len(own) < len(group) and (not own or bool(accepted))
        if inferences and own:
            _add(result, (accepted or own)[-1], inferences, workspace, accepted=bool(accepted))
        if inferences and others and OTHERS not in result.refused:
            result.refused.append(OTHERS)
        if not inferences and (others or not accepted):
            apart.append((own or group)[-1])
    if not result.refused and len(apart) > 1:
        several, names = infer_from_all(
            ((entry.id, ledger.load_release(workspace, entry)) for entry in apart), mine
        )
        own_names = {entry.id for entry in apart if entry.owner == new.owner}
        _add_several(result, several, names, own_names, workspace)
    return result


def series_conflicts(
    workspace: Workspace, new: Entry, mine: Released, group: list[Entry]
) -> list[str]:
    """Why a release of a series is refused beside one of the same people outside the series.

    Returns one sentence, or none if there is no conflict.

    Args:
        workspace: Where the ledger is.
        new: The release.
        mine: The same, loaded.
        group: Equal earlier releases; only those of the same owner matter.
    """
    series = {*new.facts.get("series", ())}
    own = [entry for entry in group if entry.owner == new.owner]
    if not series or not own or any(entry.id in series for entry in group):
        return []
    if match_releases(ledger.load_release(workspace, own[-1]), mine) is None:
        return []
    return [series_conflict_sentence(own[-1].id)]


def series_conflict_sentence(id: str) -> str:
    """The sentence about a release of the same people that is not part of the series."""
    return (
        f"{id} is another release of these people, and not of the series that this one continues:"
        " nobody knows what all of them tell together. Continue it if it is the last of the"
        " series, withdraw it, or acknowledge it if nobody can hold both."
    )


def group_equal_releases(earlier: list[Entry], new: Entry) -> list[list[Entry]]:
    """The earlier releases in groups of equal ones, without those that equal the new one.

    Releases are equal if they have the same trace and the same roster.
    """
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in earlier:
        groups.setdefault((entry.trace, entry.roster), []).append(entry)
    groups.pop((new.trace, new.roster), None)
    return list(groups.values())


def _study_acknowledgments(new: Entry) -> list[str]:
    """The ids of the earlier releases that the study of the new one acknowledges."""
    acknowledged = new.facts["study"].get("acknowledge", ())
    return [name.removeprefix("earlier-release:") for name in acknowledged]


def _add(
    result: Together,
    earlier: Entry,
    inferences: list[Inference],
    workspace: Workspace,
    *,
    accepted: bool,
) -> None:
    """Add what the new release tells together with one earlier release."""
    sentences = [inference.sentence for inference in inferences]
    result.told.append({"releases": [earlier.id], "acknowledged": accepted, "tells": sentences})
    if accepted:
        words = f"Together with the earlier release {earlier.id}, which was acknowledged:"
        result.accepted.append(" ".join([words, *sentences]))
    else:
        result.refused.append(_refusal(earlier, " ".join(sentences), workspace))


def _add_several(
    result: Together,
    inferences: list[Inference],
    names: list[str],
    own: set[str],
    workspace: Workspace,
) -> None:
    """Add what the new release tells together with several earlier releases at once."""
    sentences = [inference.sentence for inference in inferences]
    if inferences and not own.issuperset(names):
        result.refused.append(OTHERS)
    elif inferences:
        result.told.append({"releases": names, "acknowledged": False, "tells": sentences})
        result.refused.append(_refusal_of_all(names, " ".join(sentences), workspace))


def _refusal(earlier: Entry, sentences: str, workspace: Workspace) -> str:
    """Why one earlier release stands in the way, and what to do about it."""
    # People who use a server see neither its folders nor its commands.
    id, place = earlier.id, "" if workspace.owner else f", {earlier.place}"
    how = f"{workspace.command} withdraw {id}"
    withdraw = f"withdraw {id} in the ledger" if workspace.owner else f"`{how}`"
    reason = _how_to_acknowledge(id, workspace)
    return (
        f"The earlier release {id} of the same data ({earlier.time}{place}) and this one tell"
        f" more together than each alone. {sentences} Say `continues: {id}` in the study to"
        " build one that does not, give the same columns and levels again, or, if nobody can hold"
        f" both, say why when you give it: {reason}. If nobody was given {id}: {withdraw}."
    )


def _refusal_of_all(earlier: list[str], sentences: str, workspace: Workspace) -> str:
    """Why several earlier releases, given by id, stand in the way, and what to do about it."""
    reason = _how_to_acknowledge(earlier[-1], workspace)
    return (
        f"The earlier releases {', '.join(earlier)} of the same data and this one tell more"
        f" together than any two of them. {sentences} Give the same columns and levels as"
        " before, or, if nobody can hold all of them, say why the one that is apart is apart, as"
        f" in: {reason}."
    )


def _how_to_acknowledge(id: str, workspace: Workspace) -> str:
    """How to acknowledge an earlier release: in the web application, or on the command line."""
    return f"acknowledge {id} with a reason" if workspace.owner else f"`--acknowledge {id}=REASON`"
