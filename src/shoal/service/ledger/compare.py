"""What a release tells together with earlier ones, and the words in which it is refused."""

from shoal.errors import NoReleaseError
from shoal.service.ledger import ledger
from shoal.service.ledger.facts import Inference
from shoal.service.ledger.ledger import Entry
from shoal.service.ledger.released import Released, told_together
from shoal.service.ledger.together import all_together
from shoal.service.workspace import Workspace


def compared(workspace: Workspace, new: Entry, earlier: list[list[Entry]]) -> list[str]:
    """Refuse a release that tells too much together with earlier ones; gives what was accepted."""
    if new.facts["private"] or not earlier:
        return []
    acknowledged = new.facts["study"].get("acknowledge", ())
    mine = ledger.released_in(workspace, new)
    accepted, refused, counted = [], [], []
    for group in earlier:
        if group[-1].facts["private"]:
            continue
        found = told_together(ledger.released_in(workspace, group[-1]), mine)
        known = [one for one in group if f"earlier-release:{one.id}" in acknowledged]
        if found and known:
            accepted.append(_acknowledged(known[0], found))
        elif found:
            refused.append(_refusal(group[-1], found, workspace))
        elif not known:
            counted.append(group[-1])
    if not refused and len(counted) > 1:
        found, names = all_together((_loaded(workspace, one) for one in counted), mine)
        refused += [_refusal_of_all(names, found)] if found else []
    if refused:
        raise NoReleaseError(*refused)
    return accepted


def alike_before(earlier: list[Entry], new: Entry) -> list[list[Entry]]:
    """The earlier releases, equal ones together; the new one once more tells nothing new."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for one in earlier:
        groups.setdefault((one.trace, one.roster), []).append(one)
    groups.pop((new.trace, new.roster), None)
    return list(groups.values())


def _loaded(workspace: Workspace, one: Entry) -> tuple[str, Released]:
    return one.id, ledger.released_in(workspace, one)


def _refusal(one: Entry, found: list[Inference], workspace: Workspace) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    # In a served workspace, places and commands are the server's own affair.
    place = "" if workspace.owner else f", {one.place}"
    how = f"{workspace.command} withdraw {one.id}"
    withdraw = f"withdraw {one.id} in the ledger" if workspace.owner else f"`{how}`"
    return (
        f"The earlier release {one.id} of the same data ({one.time}{place}) and this one tell"
        f" more together than each alone. {sentences} Release the same columns and levels again,"
        " or, if nobody can hold both, say so in the study:"
        f" `acknowledge: [earlier-release:{one.id}]`. If nobody was given {one.id}:"
        f" {withdraw}."
    )


def _refusal_of_all(earlier: list[str], found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    return (
        f"The earlier releases {', '.join(earlier)} of the same data and this one tell more"
        f" together than any two of them. {sentences} Release the same columns and levels as"
        " before, or, if nobody can hold all of them, acknowledge the one that is apart, as"
        f" `acknowledge: [earlier-release:{earlier[-1]}]`."
    )


def _acknowledged(one: Entry, found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    return f"Together with the earlier release {one.id}, which was acknowledged: {sentences}"
