"""An invented table with the six columns of the slide (paper 002), and its study."""

import numpy as np
import polars as pl

COLUMNS = ("age", "workclass", "native-country", "sex", "race", "marital-status")
VALUES = {"workclass": 6, "native-country": 12, "sex": 2, "race": 4, "marital-status": 6}
HIERARCHIES = {
    "age": {"builder": "intervals", "width": 10, "levels": 2},
    "workclass": {"builder": "ordered-groups", "groups": [3]},
    "native-country": {"builder": "ordered-groups", "groups": [2, 3]},
    "sex": {"builder": "suppression"},
    "race": {"builder": "suppression"},
    "marital-status": {"builder": "ordered-groups", "groups": [2]},
}


def table(records=400, seed=1):
    random = np.random.default_rng(seed)
    columns = {"age": random.integers(17, 91, records).astype(str)}
    for name, count in VALUES.items():
        columns[name] = [f"{name[0]}{value:02}" for value in random.integers(0, count, records)]
    return pl.DataFrame(columns)


def keys(k=3, columns=COLUMNS, **more):
    parts = {name: {"role": "quasi-identifier", "hierarchy": HIERARCHIES[name]} for name in columns}
    parts["age"] |= {"type": "integer"} if "age" in parts else {}
    promise = [{"model": "k-anonymity", "k": k}]
    return {"columns": parts, "privacy": promise, "suppression_limit": 0.2, **more}
