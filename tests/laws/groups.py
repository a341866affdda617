"""Which settings of each registered model the laws try. Every registered model must be here.

Models about a sensitive column find one under the name SENSITIVE, those that predict a column find
one under the name TARGET and one to predict from, released as it is, under the name BESIDE.
"""

from itertools import accumulate

from hypothesis import strategies as st

from laws.questions import AGGREGATES, FACTORS

SENSITIVE = "ill"
TARGET = "goal"
BESIDE = "ward"
SHARES = st.sampled_from([0.0, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1.0])


def about_values(**parameters):
    """Settings of a model about the sensitive column."""
    return st.fixed_dictionaries({"column": st.just(SENSITIVE), **parameters})


GAMES = st.fixed_dictionaries(
    {
        "publisher_benefit": st.sampled_from([0, 1, 10, 40]),
        "publisher_loss": st.sampled_from([0, 3, 10, 25.5]),
        "adversary_gain": st.sampled_from([0, 2, 6, 10]),
        "adversary_cost": st.sampled_from([0, 1, 2, 4]),
    }
)
PROFIT = {"attack": st.sampled_from(["allowed", "allowed", "none"]), "game": GAMES}

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
    "k-map": st.one_of(
        st.fixed_dictionaries({"k": st.integers(2, 6)}),
        st.fixed_dictionaries(
            {
                "k": st.integers(2, 6),
                "estimator": st.sampled_from(["poisson", "zero-truncated-poisson"]),
                "significance": st.sampled_from([0.01, 0.05, 0.3]),
                "fraction": st.sampled_from([0.1, 0.5]),
                "arx_compatible": st.booleans(),
            }
        ),
    ),
    # A lower bound may veto; that has laws of its own in test_table_promises.py.
    "delta-presence": st.fixed_dictionaries(
        {"delta_min": st.just(0.0), "delta_max": st.sampled_from([0.1, 0.5, 0.6, 1.0])}
    ),
    "average-risk": st.one_of(
        st.fixed_dictionaries({"threshold": SHARES}),
        st.fixed_dictionaries(
            {
                "threshold": SHARES,
                "highest": st.sampled_from([0.2, 0.25, 0.334, 0.5]),
                "share_at_risk": SHARES,
            }
        ),
    ),
    "differential-privacy": st.fixed_dictionaries(  # k from 1 to 5
        {
            "epsilon": st.sampled_from([0.5, 1, 1.5]),
            "delta": st.sampled_from([0.3, 0.5, 0.9]),
            "degree": st.sampled_from(["none", "medium"]),
            "arx_compatible": st.booleans(),
        }
    ),
    "sample-uniqueness": st.fixed_dictionaries({"threshold": SHARES}),
    "population-uniqueness": st.fixed_dictionaries(
        {
            "threshold": SHARES,
            "estimator": st.sampled_from(["dankar", "pitman", "zayatz", "snb"]),
            "population_size": st.sampled_from([60, 1000, 10**9]),
        }
    ),
    "prosecutor-profitability": st.fixed_dictionaries(PROFIT),
    "journalist-profitability": st.fixed_dictionaries(PROFIT),
}

GS = st.sampled_from([float(factor) for factor in FACTORS])
BY_COLUMN = {"aggregate": st.sampled_from(AGGREGATES)}

QUALITY = {
    "loss": st.fixed_dictionaries({**BY_COLUMN, "gs_factor": GS}),
    "precision": st.fixed_dictionaries({**BY_COLUMN, "gs_factor": GS, "monotonic": st.booleans()}),
    "non-uniform-entropy": st.fixed_dictionaries(
        {**BY_COLUMN, "gs_factor": GS, "monotonic": st.booleans()}
    ),
    "normalized-non-uniform-entropy": st.fixed_dictionaries(BY_COLUMN),
    "kl-divergence": st.fixed_dictionaries({"arx_compatible": st.booleans()}),
    "discernibility": st.fixed_dictionaries({"monotonic": st.booleans()}),
    "average-class-size": st.fixed_dictionaries({"gs_factor": GS}),
    "ambiguity": st.just({}),
    "height": st.fixed_dictionaries(BY_COLUMN),
    "static": st.fixed_dictionaries(BY_COLUMN),  # and a table for the columns at hand
    "entropy-based-loss": st.fixed_dictionaries({"gs_factor": GS}),
    "publisher-payout": st.fixed_dictionaries(
        {
            "attacker": st.sampled_from(["prosecutor", "journalist"]),
            "gs_factor": GS,
            "game": GAMES,
        }
    ),
    "classification": st.one_of(  # and targets among the columns at hand
        st.fixed_dictionaries({"gs_factor": GS, "arx_compatible": st.booleans()}),
        st.fixed_dictionaries(
            {
                "penalties": st.fixed_dictionaries(
                    dict.fromkeys(
                        ("suppressed", "minority", "no_majority"),
                        st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0]),
                    )
                )
            }
        ),
    ),
}


@st.composite
def quality_settings(draw, name, columns):
    """Settings of a loss for a table with these columns, and one to predict named TARGET."""
    settings = draw(QUALITY[name])
    if name == "static":
        steps = st.sampled_from([0.0, 0.1, 0.25, 1.0])
        settings["table"] = {
            column.name: [*accumulate(draw(steps) for _ in column.rows[0])] for column in columns
        }
    if name == "classification":
        names = [column.name for column in columns]
        chosen = st.lists(st.sampled_from([TARGET, *names]), min_size=1, max_size=3, unique=True)
        settings["targets"] = draw(chosen)
        features = st.lists(st.sampled_from([BESIDE, *names]), max_size=3, unique=True)
        settings["features"] = draw(features)
    return settings
