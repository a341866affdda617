"""Which settings of each registered model the laws try. Every registered model must be here.

Models about a sensitive column find one under the name SENSITIVE.
"""

from hypothesis import strategies as st

from laws.questions import AGGREGATES, FACTORS

SENSITIVE = "ill"

PRIVACY = {
    "k-anonymity": st.fixed_dictionaries({"k": st.integers(2, 5)}),
}

QUALITY = {
    "loss": st.fixed_dictionaries(
        {
            "aggregate": st.sampled_from(AGGREGATES),
            "gs_factor": st.sampled_from([float(factor) for factor in FACTORS]),
        }
    ),
}
