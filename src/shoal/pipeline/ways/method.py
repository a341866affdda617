"""A method decides: what it is given, and what becomes of its answer."""

from typing import TYPE_CHECKING

from shoal.errors import NoReleaseError

if TYPE_CHECKING:
    from shoal.search.problem import Problem
    from shoal.study.study import Study
from shoal.study.method_rules import smallest_asked


def refuse_hopeless_method(study: "Study", problem: "Problem") -> None:
    """Bins or clusters that the table cannot have."""
    sizes = [one.bin_size or 0 for one in getattr(study.method, "linked", None) or ()]
    largest = max([smallest_asked(study.method), *sizes])
    if largest > problem.encoded.records:
        clusters = getattr(study.method, "k", None) is not None
        bins, size = ("clusters", "`k`") if clusters else ("bins", "the bin size")
        raise NoReleaseError(
            f"The data has {problem.encoded.records:,} records, but the method asks for {bins} of"
            f" at least {largest:,}. Collect more records, or lower {size}."
        )
