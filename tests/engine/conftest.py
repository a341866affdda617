"""The toy table of docs/theory/classes.md, encoded."""

import polars as pl
import pytest

from bridge import encoded_of
from golden.tables import column

DISEASES = pl.Series(["flu", "flu", "hiv", "flu", "hiv", "hiv", "flu"])
PEOPLE = pl.Series(["p", "q", "p", "r", "q", "p", "q"])


@pytest.fixture
def toy():
    columns = (column("toy", "age"), column("toy", "sex"))
    return encoded_of(columns, sensitive={"dis": DISEASES}, person=PEOPLE)
