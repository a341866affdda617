"""Every planted corruption is refused, by the check that is there for it."""

import gzip
from collections import Counter

import pytest

from shoal.verify import verify

QUASI = ("age", "zip", "sex")
CORRUPTIONS = {}


def corruption(check):
    """Register a corruption: a function of the clinic and its honest rows that gives bad rows."""

    def keep(function):
        CORRUPTIONS[function.__name__] = (function, check)
        return function

    return keep


def first(rows, **cells):
    """The first record with these cells."""
    return next(row for row in rows if all(row[name] == text for name, text in cells.items()))


def without(rows, *unwanted):
    return [row for row in rows if not any(row is other for other in unwanted)]


def members(rows, **cells):
    return [row for row in rows if all(row[name] == text for name, text in cells.items())]


SMALLEST = {"age": "[30, 40[", "zip": "816**"}  # three records: exactly k
LARGEST = {"age": "[20, 30[", "zip": "816**", "sex": "m"}  # twelve records


@corruption("privacy")
def a_class_of_k_minus_1(clinic, rows):
    return without(rows, first(rows, **SMALLEST))


@corruption("identifiers")
def an_identifier_left_in(clinic, rows):
    return [{"ssn": clinic.records[i]["ssn"], **row} for i, row in enumerate(rows)]


@corruption("cells")
def a_cell_below_its_level(clinic, rows):
    first(rows, **LARGEST)["age"] = clinic.records[0]["age"] or "27"
    return rows


@corruption("cells")
def one_cell_one_level_too_low(clinic, rows):
    original = next(r for r in clinic.records if r["zip"].startswith("816"))["zip"]
    first(rows, zip="816**")["zip"] = original[:4] + "*"
    return rows


@corruption("cells")
def one_cell_one_level_too_high(clinic, rows):
    first(rows, **LARGEST)["age"] = "[20, 40["
    return rows


@corruption("cells")
def mixed_levels_in_a_column(clinic, rows):
    for row in members(rows, zip="817**"):
        row["zip"] = "81***"
    return rows


@corruption("records")
def a_duplicated_record(clinic, rows):
    one, other = members(rows, **LARGEST)[:2]
    other.update(cost=one["cost"], diagnosis=one["diagnosis"])
    return rows


@corruption("counts")
def every_record_twice(clinic, rows):
    return rows + [dict(row) for row in rows]


@corruption("cells")
def a_foreign_label(clinic, rows):
    first(rows, **LARGEST)["zip"] = "999**"
    return rows


@corruption("cells")
def a_foreign_sensitive_value(clinic, rows):
    rows[0]["diagnosis"] = "plague"
    return rows


@corruption("counts")
def wrong_counts(clinic, rows):
    clinic.study["output"] = {"suppressed": "blank"}
    rows = clinic.honest()
    return without(rows, first(rows, age=None, zip=None))


@corruption("records")
def a_sensitive_value_kept_on_a_suppressed_record(clinic, rows):
    clinic.study["output"] = {"suppressed": "blank"}
    rows = clinic.honest()
    first(rows, age=None, zip=None)["diagnosis"] = "HIV"
    return rows


@corruption("records")
def a_blank_record_with_a_leftover_quasi_identifier(clinic, rows):
    clinic.study["output"] = {"suppressed": "blank"}
    rows = clinic.honest()
    first(rows, age=None, zip=None)["sex"] = "m"
    return rows


@corruption("columns")
def an_index_column(clinic, rows):
    return [{"": i, **row} for i, row in enumerate(rows)]


@corruption("cells")
def row_numbers_instead_of_values(clinic, rows):
    return [{**row, "cost": i} for i, row in enumerate(rows)]


@corruption("records")
def sensitive_values_swapped_between_two_records(clinic, rows):
    one, other = first(rows, diagnosis="HIV"), first(rows, diagnosis="flu")
    one["diagnosis"], other["diagnosis"] = "flu", "HIV"
    return rows


@corruption("records")
def labels_swapped_between_two_records(clinic, rows):
    one, other = first(rows, zip="816**", sex="m"), first(rows, zip="817**", sex="m")
    one["zip"], other["zip"] = other["zip"], one["zip"]
    return rows


@corruption("records")
def a_record_altered(clinic, rows):
    first(rows, **SMALLEST)["age"] = "[20, 30["
    return rows


@corruption("suppression")
def a_suppressed_record_re_appearing(clinic, rows):
    hidden = [row for row in clinic.generalized() if class_of(row) == ("[40, 50[", "817**", "f")]
    return [*rows, hidden[0]]


@corruption("privacy")
def a_suppressed_class_re_appearing(clinic, rows):
    hidden = [row for row in clinic.generalized() if class_of(row) == ("[40, 50[", "817**", "f")]
    return [*rows[:30], *hidden, *rows[30:]]


@corruption("suppression")
def too_many_suppressed(clinic, rows):
    return without(rows, *members(rows, **SMALLEST))


@corruption("suppression")
def a_class_partly_suppressed(clinic, rows):
    clinic.study["suppression_limit"] = 0.5
    return without(rows, first(rows, **LARGEST))


@corruption("columns")
def an_unnamed_column_released(clinic, rows):
    return [{**row, "ward": clinic.records[i]["ward"]} for i, row in enumerate(rows)]


@corruption("columns")
def a_renamed_column(clinic, rows):
    return [{("Sex" if name == "sex" else name): row[name] for name in row} for row in rows]


@corruption("columns")
def a_column_left_out(clinic, rows):
    return [{name: row[name] for name in row if name != "cost"} for row in rows]


@corruption("cells")
def two_columns_exchanged(clinic, rows):
    return [{**row, "diagnosis": row["cost"], "cost": row["diagnosis"]} for row in rows]


@corruption("order")
def records_in_the_order_of_the_input(clinic, rows):
    generalized = clinic.generalized()
    pairs = zip(generalized, clinic.kept(generalized), strict=True)
    return [row for row, kept in pairs if kept]


@corruption("order")
def records_sorted_by_class_only(clinic, rows):
    return sorted(records_in_the_order_of_the_input(clinic, rows), key=lambda r: str(class_of(r)))


@corruption("order")
def almost_the_order_of_the_input(clinic, rows):
    rows = records_in_the_order_of_the_input(clinic, rows)
    return [rows[1], rows[0], *rows[2:]]


@corruption("order")
def blank_records_left_in_place(clinic, rows):
    clinic.study["output"] = {"suppressed": "blank"}
    generalized = clinic.generalized()
    pairs = zip(generalized, clinic.kept(generalized), strict=True)
    return [row if kept else dict.fromkeys(row) for row, kept in pairs]


@corruption("records")
def missing_turned_into_a_value(clinic, rows):
    first(rows, sex=None)["sex"] = "f"
    return rows


@corruption("records")
def a_value_turned_into_missing(clinic, rows):
    first(rows, **LARGEST)["sex"] = None
    return rows


@corruption("cells")
def all_missing_values_filled_in(clinic, rows):
    return [{**row, "sex": row["sex"] or "f"} for row in rows]


@corruption("cells")
def a_level_above_max_level(clinic, rows):
    clinic.study["columns"]["zip"]["max_level"] = 1
    return rows


@corruption("cells")
def a_level_below_min_level(clinic, rows):
    clinic.study["columns"]["age"]["min_level"] = 2
    return rows


@corruption("privacy")
def a_record_added(clinic, rows):
    lone = {"age": "[20, 30[", "zip": "817**"}  # a real record, suppressed as a class of one
    return [*rows, first(clinic.generalized(), **lone)]


@corruption("cells")
def an_invented_record_added(clinic, rows):
    return [*rows, {**first(rows, **LARGEST), "cost": "1"}]


@corruption("records")
def a_sensitive_value_altered(clinic, rows):
    first(rows, diagnosis="flu")["diagnosis"] = "asthma"
    first(rows, diagnosis="asthma", zip="817**")["diagnosis"] = "flu"
    return rows


@corruption("records")
def a_sensitive_value_blanked(clinic, rows):
    first(rows, diagnosis="flu")["diagnosis"] = None
    return rows


@corruption("cells")
def a_label_in_another_case(clinic, rows):
    first(rows, sex="m")["sex"] = "M"
    return rows


@corruption("cells")
def a_label_with_a_blank_added(clinic, rows):
    first(rows, sex="m")["sex"] = "m "
    return rows


@corruption("cells")
def a_label_of_another_column(clinic, rows):
    first(rows, sex="m")["sex"] = "816**"
    return rows


@corruption("cells")
def a_column_generalized_without_a_hierarchy(clinic, rows):
    return [{**row, "cost": row["cost"][:2] + "*"} for row in rows]


@corruption("suppressed class")
def kept_values_of_too_few_records(clinic, rows):
    clinic.study["output"] = {"suppressed": "keep-values"}
    lone = next(r for r in clinic.records if r["zip"][:3] == "817" and (r["age"] or "9") < "30")
    clinic.records.remove(lone)
    clinic.write_input()
    return clinic.honest()


@corruption("suppressed values")
def kept_values_exchanged_with_a_kept_record(clinic, rows):
    clinic.study["output"] = {"suppressed": "keep-values"}
    rows = clinic.honest()
    one, other = first(rows, zip=None), first(rows, zip="816**")
    one["cost"], other["cost"] = other["cost"], one["cost"]
    return rows


@corruption("records")
def kept_values_with_a_leftover_label(clinic, rows):
    clinic.study["output"] = {"suppressed": "keep-values"}
    rows = clinic.honest()
    first(rows, zip=None)["sex"] = "f"
    return rows


@corruption("suppression")
def nothing_released(clinic, rows):
    return []


def class_of(row):
    return tuple(row[name] for name in QUASI)


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corrupted_release_is_refused(clinic, name):
    corrupt, check = CORRUPTIONS[name]
    assert clinic.verdict(clinic.honest()).holds
    verdict = clinic.verdict(corrupt(clinic, clinic.honest()))
    assert not verdict.holds
    assert check in {finding.check for finding in verdict.failures}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_no_finding_quotes_a_value(clinic, name):
    corrupt, _ = CORRUPTIONS[name]
    rows = corrupt(clinic, clinic.honest())
    reasons = " ".join(finding.reason for finding in clinic.verdict(rows).findings)
    values = {str(v) for row in [*rows, *clinic.records] for v in row.values() if v is not None}
    assert not [v for v in values if len(v) > 2 and v in reasons]


def test_there_are_at_least_25_corruptions():
    assert len(CORRUPTIONS) >= 25


@pytest.mark.parametrize("share", [0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused(clinic, share):
    path = clinic.write(clinic.honest())
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert not verify(clinic.study, clinic.folder, path).holds


@pytest.mark.parametrize("ending", [".csv.gz", ".parquet", ".arrow", ".txt"])
def test_a_file_that_cannot_be_read_is_refused(clinic, ending):
    path = clinic.folder / f"release{ending}"
    path.write_bytes(gzip.compress(clinic.write(clinic.honest()).read_bytes())[:-20])
    verdict = verify(clinic.study, clinic.folder, path)
    assert [finding.check for finding in verdict.failures] == ["file"]
    assert not verdict.complete


def test_an_empty_file_is_refused(clinic):
    path = clinic.folder / "draft.csv"
    path.write_bytes(b"")
    assert not verify(clinic.study, clinic.folder, path).holds


def test_a_repeated_column_is_refused(clinic):
    path = clinic.write(clinic.honest())
    path.write_text(path.read_text().replace("cost", "sex", 1))
    assert not verify(clinic.study, clinic.folder, path).holds


def test_a_record_with_a_cell_too_many_is_refused(clinic):
    path = clinic.write(clinic.honest())
    path.write_text(path.read_text().rstrip("\n") + ",S0001\n")
    assert not verify(clinic.study, clinic.folder, path).holds


def test_a_formula_is_refused_where_the_study_neutralizes_them(clinic):
    clinic.study["output"] = {"neutralize_formulas": True}
    verdict = clinic.verdict(clinic.honest())
    assert [finding.check for finding in verdict.failures] == ["formulas"]


def test_the_corruptions_start_from_a_release_of_known_classes(clinic):
    sizes = Counter(class_of(row) for row in clinic.honest())
    assert sorted(sizes.values()) == [3, 4, 5, 7, 8, 9, 10, 12]
