"""A loss that is a statistic of classes, in numbers and arrays: what the kernels are given."""

from typing import NamedTuple

from shoal.engine.arrays import Counts, Floats

# What a loss is a statistic of.
DISCERNIBILITY, SQUARES, CLASS_SIZE, DIVERGENCE, CLASSIFICATION, AMBIGUITY, ENTROPY, PAYOUT = range(
    8
)

# Positions in `factors`, by kind.
CLASSES, LEFT_OUT = range(2)  # CLASS_SIZE: what a kept class and what any suppression count for
MINORITY, TIED, DROPPED, SCALE = range(4)  # CLASSIFICATION: penalties, and what divides their sum
DOMAIN, WEIGHT, BY_RECORD = range(3)  # DIVERGENCE: log2 of the domain, sum of weights, ARX's form
WHOLE, FINEST, LARGEST = range(3)  # AMBIGUITY: the domain; all records, and one, at the minimum
# ENTROPY: weights; the information in a record; what all records, and one, lost at the minimum
# PAYOUT: the same in money, and what each attacked class costs, which are those below a size
GENERALIZED, SUPPRESSED, COMPLETE, LOWEST, MOST, DAMAGE, ATTACKED = range(7)


class Terms(NamedTuple):
    """The numbers of a loss, few enough to be handed around for every candidate.

    Attributes:
        kind: Which loss.
        records: The number of records.
        size: The smallest class that is kept.
        times: How many targets there are.
        factors: Numbers that mean what the kind says.
    """

    kind: int
    records: int
    size: int
    times: int
    factors: Floats


class Form(NamedTuple):
    """A loss on a problem's tables.

    Attributes:
        terms: Its numbers.
        words: How many words each class carries.
        bits: How many bits of a word a counter has.
        targets: The number of values of each target.
        base: Per candidate: the part that is known from one-column counts.
        spread: Per candidate: entropies of its columns, or the most that a class may cover.
        guess: Per candidate: smaller where a loss is expected to be smaller; gives the order.
        reach: How far beyond the best candidate's guess a path goes on.
        start: Where a column's level starts in `units`.
        units: What each code covers, or its logarithm.
        logarithms: log2 of small numbers.
    """

    terms: Terms
    words: int
    bits: int
    targets: Counts
    base: Floats
    spread: Floats
    guess: Floats
    reach: float
    start: Counts
    units: Floats
    logarithms: Floats
