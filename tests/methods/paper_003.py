"""Table 2 of paper 003, dates with all digits of the year, and the study that its methods share."""

import polars as pl

SSN = (
    *("819181496", "195925972", "902750852", "985820581", "209559459", "679392975"),
    *("819491049", "749201844", "985302952", "874593560", "703872052", "963963603"),
)
# Ethnicity, birth, sex and ZIP code of the twelve records, in order.
TABLE_2 = pl.DataFrame(
    [
        ("Black", "1965-09-02", "m", "02141"),
        ("Black", "1965-02-01", "m", "02141"),
        ("Black", "1965-01-08", "f", "02138"),
        ("Black", "1965-08-04", "f", "02138"),
        ("Black", "1964-01-07", "f", "02138"),
        ("Black", "1964-02-04", "f", "02138"),
        ("Caucasian", "1964-01-05", "m", "02138"),
        ("Caucasian", "1965-03-01", "f", "02139"),
        ("Caucasian", "1964-08-03", "m", "02139"),
        ("Caucasian", "1964-05-05", "m", "02139"),
        ("Caucasian", "1967-02-06", "m", "02138"),
        ("Caucasian", "1967-03-09", "m", "02138"),
    ],
    schema=["ethnicity", "birth", "sex", "zip"],
    orient="row",
).with_columns(pl.Series("ssn", SSN))

TWO = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
BIRTH = {
    "role": "quasi-identifier",
    "type": "date",
    "hierarchy": {
        "builder": "dates",
        "granularities": ["month", "year"],
        "formats": {"year": "yyyy"},
    },
}
ZIP = {"role": "quasi-identifier", "hierarchy": {"builder": "masking", "character": "0"}}
COLUMNS = {"ethnicity": TWO, "birth": BIRTH, "sex": TWO, "zip": ZIP}
AT_YEAR = {**COLUMNS, "birth": {**BIRTH, "min_level": 2}}


def study(method, columns=None, **keys):
    """A study of Table 2 with a method."""
    return {"columns": columns or COLUMNS, "method": method, "suppression_limit": 0.1, **keys}
