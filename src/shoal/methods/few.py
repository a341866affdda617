"""Tables with fewer records, or people, than a method must put together."""

from shoal.errors import NoReleaseError


def refuse_few(members: int, needed: int, *, people: bool, clusters: bool = False) -> None:
    """Raise NoReleaseError if not even the whole table is large enough for one bin or cluster.

    Args:
        members: How many records, or people, the table has.
        needed: How many a bin or cluster must hold.
        people: Whether these are people.
        clusters: Whether it is a cluster, whose size is `k`.
    """
    if members >= needed:
        return
    what, size = ("cluster", "`k`") if clusters else ("bin", "the bin size")
    who = "people" if people else "records"
    raise NoReleaseError(
        f"The table has {members:,} {who}: no {what} can hold {needed:,}. Lower {size}, or add"
        f" {who}."
    )
