"""Which settings of each registered model the laws try. Every registered model must be here.

Models about a sensitive column find one under the name SENSITIVE.
"""

from hypothesis import strategies as st

from laws.questions import AGGREGATES, FACTORS

SENSITIVE = "ill"


def about_values(**parameters):
    """Settings of a model about the sensitive column."""
    return st.fixed_dictionaries({"column": st.just(SENSITIVE), **parameters})


PRIVACY = {
    "k-anonymity": st.fixed_dictionaries({"k": st.integers(2, 5)}),
    "distinct-l-diversity": about_values(l=st.integers(1, 4)),
    "entropy-l-diversity": about_values(
        l=st.sampled_from([1, 1.2, 1.5, 2, 2.5, 3]),
        estimator=st.sampled_from(["shannon", "grassberger"]),
        leading=st.sampled_from(["G", "ln"]),
    ),
    "recursive-l-diversity": about_values(
        c=st.sampled_from([0.5, 1, 1.5, 2, 4]), l=st.integers(1, 3)
    ),
    "t-closeness": about_values(
        t=st.sampled_from([0, 0.1, 0.2, 0.3, 0.5, 0.8, 1]),
        distance=st.sampled_from(["equal", "ordered", "hierarchical"]),
    ),
    "delta-disclosure": about_values(
        delta=st.sampled_from([0.3, 0.5, 1, 1.5, 2]),
        absent=st.sampled_from(["ignore", "violate"]),
    ),
    "basic-beta-likeness": about_values(beta=st.sampled_from([0.1, 0.5, 1, 2])),
    "enhanced-beta-likeness": about_values(beta=st.sampled_from([0.1, 0.5, 1, 2])),
}

QUALITY = {
    "loss": st.fixed_dictionaries(
        {
            "aggregate": st.sampled_from(AGGREGATES),
            "gs_factor": st.sampled_from([float(factor) for factor in FACTORS]),
        }
    ),
}
