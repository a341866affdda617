import copy
import json

import pytest

from shoal.report.certificate import certificate, review_date
from shoal.report.certificate_page import page
from shoal.report.certificate_pdf import PdfError, breakable, is_covered, pdf
from shoal.report.certificate_recipe import safe, settings_text
from shoal.report.certificate_sections import day, shown

RELEASE = {"file": "release.csv", "sha256": "5e" * 32, "records": 38472, "columns": 10}
HOSTILE = '<script>alert(1)</script> #panic("x") *b* $x$ \\ "'


@pytest.fixture
def made(report):
    return certificate(with_versions(report), RELEASE)


def with_versions(report):
    released = {"granularity": 0.55, "columns": {"age": 0.81}}
    return {**report, "versions": {"shoal": "0.1.0", "python": "3.11.7"}, "released": released}


def changed(report, **study):
    return {**with_versions(report), "study": {**report["study"], **study}}


def warned(report, **study):
    found = certificate(changed(report, **study), RELEASE)["warnings"]
    return {one["title"]: one["text"] for one in found}


def test_the_certificate_names_the_release_the_promises_and_a_review_date(made):
    assert made["release"] == RELEASE
    assert [(one["model"], one["holds"], one["measured"]) for one in made["promises"]] == [
        ("k-anonymity", True, {"k": 5})
    ]
    assert (made["created"][:10], made["review"]) == ("2025-03-04", "2026-03-04")
    text = page(made)
    assert RELEASE["sha256"] in text
    assert "4 March 2026" in text
    assert "sha256sum release.csv" in text


@pytest.mark.parametrize(
    ("created", "months", "expected"),
    [
        ("2025-03-04T10:00:00+00:00", 12, "2026-03-04"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2025-10-31", 4, "2026-02-28"),
        ("2025-12-15", 1, "2026-01-15"),
        ("2025-12-15", 24, "2027-12-15"),
        ("2025-12-15", None, "2026-12-15"),
    ],
)
def test_the_review_is_months_later_at_most_on_the_last_day(created, months, expected):
    assert review_date(created, months) == expected


def test_the_study_may_set_the_review(report):
    assert certificate(changed(report, review_months=3), RELEASE)["review"] == "2025-06-04"


def test_columns_tell_their_treatment_but_not_their_bounds(made):
    told = {one["name"]: one for one in made["columns"]}
    assert told["age"]["treatment"] == "made coarser (hierarchy: intervals)"
    assert told["zip"]["treatment"] == "made coarser (hierarchy from a file)"
    assert told["sex"]["treatment"] == "released as it was"
    assert told["charge"]["treatment"] == "released as it was"
    assert (told["patient_id"]["treatment"], told["patient_id"]["released"]) == (
        "not in the release",
        False,
    )
    assert (told["age"]["level"], told["age"]["top"]) == (2, 3)
    assert "width" not in json.dumps(made)


@pytest.mark.parametrize(
    ("keys", "treatment"),
    [
        ({"role": "identifier", "pseudonym": {"method": "token", "key": "k"}}, "(token)"),
        ({"role": "identifier", "pseudonym": "drop"}, "not in the release"),
        ({"role": "insensitive", "shift": {"days": 30, "key": "k"}}, "moved by up to 30 days"),
        ({"role": "quasi-identifier", "aggregate": {"function": "mean"}}, "each class (mean)"),
    ],
)  # fmt: skip
def test_replaced_columns_say_by_what(report, keys, treatment):
    study = {**report["study"]["columns"], "extra": keys}
    *_, last = certificate(changed(report, columns=study), RELEASE)["columns"]
    assert treatment in last["treatment"]


def test_columns_that_are_not_written_say_so(report):
    found = certificate(changed(report, output={"columns": ["age"]}), RELEASE)["columns"]
    assert {one["name"] for one in found if one["released"]} == {"age"}


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"model": "loss", "aggregate": "geometric-mean", "gs_factor": 0.5},
         "loss (aggregate geometric-mean, gs_factor 0.5)"),
        ("optimal", "optimal"),
        ({"strategy": "top-down", "seconds": 3}, "top-down (seconds 3)"),
        ({"name": "datafly", "bin_size": 5, "linked": [{"columns": ["a", "b"], "bin_size": 2}]},
         "datafly (bin_size 5, linked columns a, b, bin_size 2)"),
        ({"name": "argus", "suppression": "single", "steps": [{"step": "x", "value": "Ann"}]},
         "argus (suppression single)"),
        ({"model": "loss", "secret_text": "Ann", "monotonic": True}, "loss (monotonic yes)"),
    ],
)  # fmt: skip
def test_settings_are_numbers_and_known_words_only(settings, shown):
    assert settings_text(settings) == shown


def test_a_text_under_a_key_that_is_not_known_is_not_told():
    assert safe({"k": 5, "value": "Ann", "among": ["Ann"], "deep": {"value": "Ann"}}) == {"k": 5}


def test_what_is_warned_of_depends_on_the_study(report):
    usual = warned(report)
    assert list(usual) == [
        "What suppression hides",
        "What an attacker is taken to know",
        "Minimality attack",
        "Other releases and other publishers",
    ]
    assert "up to 5%" in usual["What suppression hides"]
    assert "What suppression hides" not in warned(report, suppression_limit=0)
    assert "Not private" in warned(report, reproducible=True)
    assert "No promise" in warned(report, privacy=[])
    assert "Cells differ" not in usual
    assert "Population" in warned(report, population={"size": 1000})
    assert "accepted" in str(warned(report, acknowledge=["earlier-release:r1"]))


def test_cells_that_differ_are_warned_of(report):
    report["columns"][0]["level"] = None
    assert "Cells differ" in warned(report)


def test_a_graph_is_told_as_its_files_tell_it(report):
    report["summary"]["graph"] = {"nodes": 34, "super_nodes": 8, "edges": 78, "nsil": 0.4}
    found = certificate(with_versions(report), RELEASE)
    assert [one["value"] for one in found["settings"] if one["name"] == "Graph"] == [
        "34 nodes in 8 clusters"
    ]
    assert "Edges" in warned(report)


def test_a_release_of_several_files_names_them_all(report):
    several = {**RELEASE, "beside": {"release_edges.csv": "7f" * 32}}
    text = page(certificate(with_versions(report), several))
    assert "7f" * 32 in text
    assert "sha256sum release.csv release_edges.csv" in text
    assert pdf(certificate(with_versions(report), several)).startswith(b"%PDF")


def test_a_pdf_is_fit_for_archives_unless_a_script_has_no_font(report, made):
    assert b"pdfaid" in pdf(made)
    assert b"Certificate of de-identification 5e5e5e5e5e5e" in pdf(made)
    report["study"]["columns"]["\U00013000"] = {"role": "insensitive"}
    assert pdf(certificate(with_versions(report), RELEASE)).startswith(b"%PDF")


def test_sensitive_columns_without_a_promise_are_warned_of(report):
    columns = {**report["study"]["columns"], "illness": {"role": "sensitive"}}
    assert "illness" in warned(report, columns=columns)["Values that a class has in common"]
    diverse = [{"model": "distinct-l-diversity", "column": "illness", "l": 2}]
    assert "Values that a class has in common" not in warned(
        report, columns=columns, privacy=diverse
    )


def test_differential_privacy_has_its_own_words_and_no_scores(report):
    private = copy.deepcopy(report)
    private["summary"]["account"] = {"spent": {"epsilon": 1, "delta": 1e-6}}
    private["summary"]["learning"] = learning()
    private["study"]["privacy"] = [{"model": "differential-privacy", "epsilon": 1, "delta": 1e-6}]
    found = certificate(with_versions(private), RELEASE)
    titles = [one["title"] for one in found["warnings"]]
    assert "Minimality attack" not in titles
    assert "adds up" in str(found["warnings"])
    assert found["learning"] == []


def learning():
    scores = {"accuracy": 0.8136, "auc": 0.8504, "brier": 0.2589}
    sides = {side: {**scores, "accuracy": 0.9999} for side in ("baseline", "original")}
    model = {"model": "logistic-regression", **sides, "released": scores}
    return {"targets": [{"target": "charge", "classes": ["CANARY"], "models": [model]}]}


def test_only_scores_of_the_release_are_told_and_they_are_rounded(report):
    report["summary"]["learning"] = learning()
    found = certificate(with_versions(report), RELEASE)
    assert found["learning"] == [
        {
            "target": "charge",
            "model": "logistic-regression",
            "accuracy": 0.81,
            "auc": 0.85,
            "brier": 0.26,
        }
    ]
    assert "CANARY" not in json.dumps(found)
    assert "81%" in page(found)


def test_the_page_loads_nothing_and_keeps_strange_names_harmless(report):
    report["study"]["columns"][HOSTILE] = {"role": "insensitive"}
    text = page(certificate(with_versions(report), RELEASE))
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "default-src 'none'" in text
    assert "Not to be shared" not in text


def test_every_fact_of_the_texts_is_on_the_page_and_in_the_pdf_template(made):
    text = page(made)
    for one in (*shown(made)["settings"], *shown(made)["risk"]):
        assert one["name"] in text
    assert all(step["command"].split()[0] in text for step in shown(made)["steps"])


def test_a_pdf_is_the_same_whenever_it_is_made(made):
    first, second = pdf(made), pdf(copy.deepcopy(made))
    assert first.startswith(b"%PDF")
    assert first == second
    assert pdf({**made, "says": "Something else."}) != first


def test_a_pdf_takes_strange_names_long_names_and_many_columns(report):
    names = [HOSTILE, "x" * 190, "Größe_Ω_Ж", "年齢", "العمر", *(f"column_{n}" for n in range(40))]
    report["study"]["columns"] |= {name: {"role": "insensitive"} for name in names}
    assert pdf(certificate(with_versions(report), RELEASE)).startswith(b"%PDF")


def test_without_typst_the_pdf_says_how_to_get_it(made, monkeypatch):
    monkeypatch.setattr("shoal.report.certificate_pdf.find_spec", lambda name: None)
    with pytest.raises(PdfError, match=r"pip install 'shoal\[pdf\]'"):
        pdf(made)


def test_long_words_may_be_broken_but_nothing_that_is_copied():
    soft = breakable({"name": "a_very_long_column_name", "command": "x" * 80, "sha256": "a" * 64})
    assert soft["name"] == "a_\u200bvery_\u200blong_\u200bcolu\u200bmn_\u200bname"
    assert soft["command"] == "x" * 80
    assert soft["sha256"] == "a" * 64
    assert breakable(["short words only", 7]) == ["short words only", 7]


def test_fonts_of_the_computer_are_needed_for_other_scripts_only():
    assert is_covered("Größe Ω Ж ✓ – “x”\u200b")
    assert not is_covered("年齢")


def test_days_are_written_for_people():
    assert day("2025-03-04T10:32:07+00:00") == "4 March 2025"
    assert day("2026-03-04") == "4 March 2026"
    assert day("soon") == "soon"


def test_a_release_that_is_no_file_has_no_fingerprint_to_match(report):
    found = certificate(with_versions(report), {**RELEASE, "file": None, "sha256": None})
    text = page(found)
    assert "a table in memory" in text
    assert "sha256sum" not in text
    table = certificate(with_versions(report), {"table": "x.y", "records": 1, "columns": 1})
    assert "table x.y of a database" in page(table)
    assert pdf(found).startswith(b"%PDF")
