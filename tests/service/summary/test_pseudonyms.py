import polars as pl

import shoal

WARD = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}


def summary_of(*visits, pseudonym="token"):
    people, wards = zip(*(visit.split() for visit in visits), strict=True)
    table = pl.DataFrame({"mrn": people, "ward": wards})
    study = {
        "columns": {"mrn": {"role": "identifier", "pseudonym": pseudonym}, "ward": WARD},
        "person": "mrn",
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.3,
    }
    return shoal.anonymize(table, study).summary


def test_combinations_of_classes_that_nobody_else_has_are_counted():
    # Each ward has three people, but Eve is the only one in both; Ann and Bob come twice to a.
    visits = ["ann a", "ann a", "bob a", "bob a", "eve a", "eve b", "jim b", "kim b"]
    summary = summary_of(*visits)
    found = {"method": "token", "values": 5, "in_several_records": 3, "alone": 1}
    assert summary["pseudonyms"] == {"mrn": found}
    assert any("1 of 3 pseudonyms with several records" in one for one in summary["warnings"])


def test_suppressed_records_do_not_count():
    visits = ["ann a", "ann a", "bob a", "bob a", "eve a", "eve c", "jim b", "kim b"]
    found = summary_of(*visits)["pseudonyms"]["mrn"]
    assert (found["values"], found["in_several_records"], found["alone"]) == (5, 2, 0)


def test_a_study_without_pseudonyms_has_no_such_key():
    assert "pseudonyms" not in summary_of("ann a", "bob a", pseudonym="drop")
