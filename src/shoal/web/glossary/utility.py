"""Words of the page utility."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "quality": Entry(
        "quality",
        "How much of the input is left: 100% is everything, 0% is nothing. Each measure looks at"
        " something else, so they differ; compare the same measure between runs.",
        "1 − (x − best) / (worst − best)",
    ),
    "quality-columns": Entry(
        "the quality of a column",
        "The same measures for every column alone. Suppressed records count as values of which"
        " nothing is left, unless you leave them out above.",
    ),
    "quality-missing": Entry(
        "missing",
        "The share of cells that tell nothing: missing, suppressed or fully generalized. Less is"
        " better.",
    ),
    "quality-granularity": Entry(
        "granularity",
        "How small a part of all possible values a cell stands for. A value that was not changed"
        " stands for itself alone (100%).",
        "1 − (mean share of the domain − 1/values) / (1 − 1/values)",
    ),
    "quality-non_uniform_entropy": Entry(
        "non-uniform entropy",
        "How well the values can still be told apart, where merging frequent values costs more"
        " than merging rare ones.",
        "1 − Σ −log₂ p(value | group) / Σ −log₂ p(value)",
    ),
    "quality-generalization_intensity": Entry(
        "generalization intensity",
        "How many levels of its hierarchy a column kept, on average: 100% was not generalized.",
        "1 − mean level / height",
    ),
    "quality-squared_error": Entry(
        "squared error",
        "How near the numbers must be to what they were: the distance to the farther end of the"
        " released range, squared and summed, against that of the whole range.",
    ),
    "quality-average_class_size": Entry(
        "class size as quality", "How small the groups of records that look alike are on average."
    ),
    "quality-ambiguity": Entry(
        "ambiguity", "How few combinations of values a released record may stand for."
    ),
    "quality-discernibility": Entry(
        "discernibility",
        "How well records can be told apart: each counts with the size of its class, and a"
        " suppressed one with the size of the table.",
        "Σ |class|² + suppressed × records",
    ),
    "quality-record_squared_error": Entry(
        "record distance",
        "How near each record must be to what it was, in all numeric columns together, on the same"
        " scale.",
    ),
    "quality-sse_sst": Entry(
        "variance kept",
        "How much of the spread of the numbers is left, with the middles of ranges for their"
        " values.",
        "1 − SSE / SST",
    ),
    "counted-cells": Entry(
        "what counts",
        "Whether suppressed and missing cells are part of the measures. With them, a release that"
        " suppresses much looks worse; without them, you see what the rest is worth.",
    ),
    "detail-bits": Entry(
        "detail in bits",
        "How many yes-or-no questions a column answers about a record: 1 bit tells two values"
        " apart, 3 bits eight. A column at 0 bits tells nothing any more.",
        "⌈ log₂ values ⌉",
    ),
    "distribution": Entry(
        "the distribution of a column",
        "How many records have each value, in the input and in the release. A good release has"
        " the same shape in coarser steps.",
    ),
    "contingency": Entry(
        "pairs of values",
        "The share of records that have each pair of values. A release that keeps relations"
        " between columns shows the same pattern. Neighbors are put together where there are"
        " many values.",
    ),
    "contingency-difference": Entry(
        "the difference",
        "Release minus input, in percentage points: how much more or less frequent each pair of"
        " values has become.",
    ),
    "association": Entry(
        "how columns go together",
        "0 is no relation, 1 (or −1) a perfect one: Pearson's correlation between numbers, and"
        " Cramér's V between any two columns. A useful release keeps them.",
    ),
    "stat-records": Entry(
        "records with a value",
        "Records without a missing or suppressed value in any column; the others are left out of"
        " all statistics of the column.",
    ),
    "stat-distinct": Entry("different values", "How many different values the column has."),
    "stat-mode": Entry("the most frequent value", "The value that most records have."),
    "stat-order": Entry(
        "smallest, median, largest, range",
        "The ends of the sorted values, the one in the middle, and the distance of the ends.",
    ),
    "stat-mean": Entry(
        "means",
        "The arithmetic mean, and the geometric mean of the values plus one, minus one. For ranges"
        " their middles are taken.",
    ),
    "stat-spread": Entry(
        "spread",
        "How far values lie from their mean: variance, its square root, and excess kurtosis, which"
        " is 0 for a normal distribution and large where few values are extreme.",
    ),
}
