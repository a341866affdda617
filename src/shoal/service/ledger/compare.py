"""What a release tells together with earlier ones, and the words in which it is refused."""

import polars as pl

from shoal.errors import NoReleaseError
from shoal.service.ledger import ledger
from shoal.service.ledger.facts import UNKNOWN, Inference
from shoal.service.ledger.inference import inferences
from shoal.service.ledger.ledger import Entry
from shoal.service.ledger.overlap import side_by_side
from shoal.service.ledger.together import all_together
from shoal.service.ledger.trace import UNTRACED
from shoal.service.workspace import Workspace


def compared(
    workspace: Workspace, new: Entry, trace: pl.DataFrame, earlier: list[list[Entry]]
) -> list[str]:
    """Refuse a release that tells too much together with earlier ones; gives what was accepted."""
    acknowledged = new.facts["study"].get("acknowledge", ())
    accepted, refused, counted = [], [], []
    for group in earlier:
        found = together(workspace, group[-1], new, trace)
        known = [one for one in group if f"earlier-release:{one.id}" in acknowledged]
        if found and known:
            accepted.append(_acknowledged(known[0], found))
        elif found:
            refused.append(_refusal(group[-1], found, workspace))
        elif not known and group[-1].input == new.input and not group[-1].facts["private"]:
            counted.append(group[-1])
    if not refused and len(counted) > 1 and not new.facts["private"]:
        found = all_together(workspace, counted, new, trace)
        refused += [_refusal_of_all(counted, found)] if found else []
    if refused:
        raise NoReleaseError(*refused)
    return accepted


def alike_before(earlier: list[Entry], new: Entry) -> list[list[Entry]]:
    """The earlier releases, equal ones together; the new one once more tells nothing new."""
    groups: dict[str, list[Entry]] = {}
    for one in earlier:
        groups.setdefault(one.trace, []).append(one)
    groups.pop(new.trace, None)
    return list(groups.values())


def together(
    workspace: Workspace, earlier: Entry, new: Entry, trace: pl.DataFrame
) -> list[Inference]:
    """What an earlier release and a new one tell together."""
    if earlier.facts["private"] or new.facts["private"] or not _may_overlap(earlier, new):
        return []
    before = ledger.trace_in(workspace, earlier)
    if UNTRACED in before.columns or UNTRACED in trace.columns:
        return [UNKNOWN]
    both = side_by_side(before, trace, same_input=earlier.input == new.input)
    return [] if both is None else inferences(both, earlier.shown, new.shown)


def _may_overlap(earlier: Entry, new: Entry) -> bool:
    """Whether the inputs could hold the same records at all."""
    one, other = earlier.facts["input"], new.facts["input"]
    same_columns = sorted(one["columns"]) == sorted(other["columns"])
    return same_columns or bool({*one["identifiers"]} & {*other["identifiers"]})


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


def _refusal_of_all(earlier: list[Entry], found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    names = ", ".join(one.id for one in earlier)
    return (
        f"The earlier releases {names} of the same data and this one tell more together than any"
        f" two of them. {sentences} Release the same columns and levels as before, or, if nobody"
        " can hold all of them, acknowledge the one that is apart, as"
        f" `acknowledge: [earlier-release:{earlier[-1].id}]`."
    )


def _acknowledged(one: Entry, found: list[Inference]) -> str:
    sentences = " ".join(inference.sentence for inference in found)
    return f"Together with the earlier release {one.id}, which was acknowledged: {sentences}"
