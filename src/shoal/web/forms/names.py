"""Names of parameters for people."""

GREEK = {
    "alpha": "α", "beta": "β", "delta": "δ", "epsilon": "ε", "delta_min": "δ min",
    "delta_max": "δ max", "search_epsilon": "ε of the search",
}  # fmt: skip
OURS = {
    "gs_factor": "Generalize or suppress",
    "arx_compatible": "As ARX computes it",
    "t": "t", "k": "k", "l": "l", "c": "c",
    "bin_size": "Smallest bin",
    "maximum_outliers": "Outliers at most",
}  # fmt: skip


def label_of(name: str) -> str:
    """`share_at_risk` is called Share at risk."""
    if name in GREEK:
        return GREEK[name]
    words = name.replace("_", " ").replace("-", " ")
    return OURS.get(name, words[:1].upper() + words[1:])
