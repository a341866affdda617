import copy
import json
from dataclasses import replace

import pytest

from shoal.report.certificate import certificate, count_unit, review_date
from shoal.report.certificate_page import render_certificate
from shoal.report.certificate_pdf import PdfError, allow_breaks, is_covered, render_pdf
from shoal.report.certificate_recipe import safe_settings, settings_text
from shoal.report.certificate_sections import certificate_texts, long_date
from shoal.report.released import Released

RELEASE = {"file": "release.csv", "sha256": "5e" * 32}
WHEN = "2025-03-04T10:32:07+00:00"
HOSTILE = '<script>alert(1)</script> #panic("x") *b* $x$ \\ "'
ALONE = {"columns": ["age"], "records": 38472, "unique": 0, "share": 0.0}


@pytest.fixture
def study(report):
    return report["study"]


@pytest.fixture
def made(study):
    return told(study)


def shows(study, **changed):
    """What the release of a study shows."""
    columns = study["columns"]
    written = [name for name, keys in columns.items() if keys["role"] != "identifier"]
    found = Released(
        38472,
        len(written),
        dict.fromkeys(written, 4),
        {"count": 1083, "min": 5, "mean": 35.5, "max": 771},
        {"highest": 0.2, "average": 0.028, "lowest": 0.0013, "uniques": 0, "at_risk": 0.0},
        {name: 2 for name in written if columns[name]["role"] == "sensitive"},
        ALONE | {"quasi_identifiers": ALONE, "with_sensitive": ALONE},
    )
    return replace(found, **changed)


def told(study, release=RELEASE, seen=None, **keys):
    changed = {**study, **keys}
    return certificate(changed, seen or shows(changed), release, WHEN)


def warned(study, **keys):
    return {one["title"]: one["text"] for one in told(study, **keys)["warnings"]}


def test_the_certificate_names_the_release_the_promises_and_a_review_date(made):
    assert made["release"] == {**RELEASE, "records": 38472, "columns": 10}
    (promise,) = made["promises"]
    assert (promise["model"], promise["holds"]) == ("k-anonymity", True)
    assert promise["shown"] == "The smallest class has 5 records."
    assert (made["created"][:10], made["review"]) == ("2025-03-04", "2026-03-04")
    text = render_certificate(made)
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


def test_the_study_may_set_the_review(study):
    assert told(study, review_months=3)["review"] == "2025-06-04"


def test_every_column_of_the_study_tells_its_treatment_but_not_its_bounds(made, study):
    columns = {one["name"]: one for one in made["columns"]}
    assert [*columns] == [*study["columns"]]
    assert columns["age"]["treatment"] == "grouped as far as needed (hierarchy: intervals)"
    assert columns["zip"]["treatment"] == "grouped as far as needed (hierarchy from a file)"
    assert columns["charge"]["treatment"] == "unchanged"
    assert (columns["patient_id"]["treatment"], columns["patient_id"]["released"]) == (
        "removed",
        False,
    )
    assert columns["age"]["values"] == 4
    assert "width" not in json.dumps(made)
    assert "level" not in columns["age"]  # which of two equal levels it was, the input decides


@pytest.mark.parametrize(
    ("keys", "treatment"),
    [
        ({}, "grouped as far as needed (hierarchy made automatically)"),
        ({"hierarchy": {"builder": "automatic"}}, "(hierarchy made automatically)"),
        ({"hierarchy": {"builder": "file", "path": "x.csv"}}, "(hierarchy from a file)"),
        ({"hierarchy": "x.csv", "max_level": 0}, "unchanged"),
        ({"aggregate": {"function": "mean"}}, "each class (mean)"),
    ],
)
def test_a_quasi_identifier_says_where_its_groups_come_from(study, keys, treatment):
    columns = {**study["columns"], "extra": {"role": "quasi-identifier", **keys}}
    *_, last = told(study, columns=columns)["columns"]
    assert treatment in last["treatment"]


@pytest.mark.parametrize(
    ("keys", "treatment"),
    [
        ({"role": "identifier", "pseudonym": {"method": "token", "key": "k"}}, "(token)"),
        ({"role": "insensitive", "shift": {"days": 30, "key": "k"}}, "moved by up to 30 days"),
    ],
)
def test_replaced_columns_say_by_what(study, keys, treatment):
    changed = {**study, "columns": {**study["columns"], "extra": keys}}
    seen = shows(changed, values={"extra": 3})
    *_, last = told(changed, seen=seen)["columns"]
    assert treatment in last["treatment"]


def test_columns_that_are_not_written_say_so(study):
    found = told(study, seen=shows(study, values={"age": 4}))
    assert {one["name"] for one in found["columns"] if one["released"]} == {"age"}


def test_a_promise_that_cannot_be_seen_in_the_release_shows_nothing(study):
    columns = {**study["columns"], "ill": {"role": "sensitive"}}
    close = {"model": "t-closeness", "column": "ill", "t": 0.2}
    diverse = {"model": "distinct-l-diversity", "column": "ill", "l": 2}
    first, second = told(study, columns=columns, privacy=[close, diverse])["promises"]
    assert (first["shown"], first["holds"]) == ("", True)
    assert second["shown"] == "The least varied class shows 2 different values of ill."
    assert "measured" not in first


def test_people_of_a_class_cannot_be_counted_in_a_release(study):
    (promise,) = told(study, person="patient_id")["promises"]
    assert promise["shown"] == ""


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"privacy": [{"model": "differential-privacy", "epsilon": 1, "delta": 0.1}]}, "drawn"),
        ({"privacy": [{"model": "prosecutor-profitability"}]}, "may lack"),
        ({"privacy": [{"model": "k-map", "k": 3}], "recoding": "local"}, "may lack"),
        ({"privacy": [{"model": "t-closeness", "column": "gone", "t": 0.2}]}, "may lack"),
    ],
)
def test_what_may_not_have_been_checked_is_not_called_checked(study, keys, reason):
    found = told(study, **keys)
    assert found["promises"][0]["holds"] == "not_checked"
    assert reason in found["promises"][0]["reason"]
    assert found["headline"]["tone"] == "open"


def test_a_method_promises_too(study):
    (own,) = told(study, privacy=[], method={"name": "datafly", "bin_size": 4})["promises"]
    assert own["says"].startswith("Every record is one of at least 4")


def test_the_headline_is_decided_as_everywhere(study, made):
    assert made["headline"]["tone"] == "good"
    alone = {**ALONE, "unique": 30000, "share": 0.78}
    seen = shows(study, uniqueness={**alone, "quasi_identifiers": ALONE, "with_sensitive": alone})
    found = told(study, seen=seen)
    assert found["headline"]["tone"] == "open"
    assert "78% of the records are unique" in found["headline"]["title"]
    assert "78% of the records are unique" in render_certificate(found)
    assert 'class="badge good"' not in render_certificate(found)
    assert told(study, reproducible=True)["headline"]["tone"] == "open"


def test_records_that_were_counted_instead_of_people_are_told(study):
    found = told(study, person=False)
    assert (found["counted"], found["headline"]["tone"]) == ("records", "open")
    assert "records, not people" in found["headline"]["title"]
    assert "Records, not people" in warned(study, person=False)
    assert "Not people" in str(found["settings"])
    assert count_unit({"person": "who"}) == "people"
    assert count_unit({}) == "unknown"


def test_levels_that_were_chosen_by_hand_say_so(study):
    fixed = {
        name: {**keys, "min_level": 1, "max_level": 1}
        if keys["role"] == "quasi-identifier"
        else keys
        for name, keys in study["columns"].items()
    }
    assert "chosen by hand" in str(told(study, columns=fixed)["settings"])
    assert "Best possible" not in render_certificate(told(study))


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
    assert safe_settings({"k": 5, "value": "Ann", "among": ["Ann"], "deep": {"value": "Ann"}}) == {
        "k": 5
    }


def test_what_is_warned_of_depends_on_the_study(study):
    usual = warned(study)
    assert list(usual) == [
        "What suppression hides",
        "What an attacker is taken to know",
        "Minimality attack",
        "Other releases and other publishers",
    ]
    assert "up to 5%" in usual["What suppression hides"]
    assert "What suppression hides" not in warned(study, suppression_limit=0)
    assert "Not private" in warned(study, reproducible=True)
    assert "No promise" in warned(study, privacy=[])
    assert "Cells differ" not in usual
    assert "Population" in warned(study, population={"size": 1000})
    assert "accepted" in str(warned(study, acknowledge=["earlier-release:r1"]))


@pytest.mark.parametrize(
    "keys", [{"recoding": "local"}, {"method": {"name": "argus", "bin_size": 2}}]
)
def test_cells_that_differ_are_warned_of(study, keys):
    assert "Cells differ" in warned(study, **keys)


def test_a_graph_is_told_as_its_files_tell_it(study):
    method = {"name": "sangreea", "k": 3, "edges": {"path": "edges.csv"}, "node": "id"}
    seen = shows(study, graph={"nodes": 34, "clusters": 8})
    found = told(study, seen=seen, method=method)
    assert [one["value"] for one in found["settings"] if one["name"] == "Graph"] == [
        "34 nodes in 8 clusters"
    ]
    assert "Edges" in warned(study, method=method)
    assert "edges.csv" not in json.dumps(found)


def test_a_release_of_several_files_names_them_all(study):
    several = {**RELEASE, "beside": {"release_edges.csv": "7f" * 32}}
    text = render_certificate(told(study, several))
    assert "7f" * 32 in text
    assert "sha256sum release.csv release_edges.csv" in text
    assert render_pdf(told(study, several)).startswith(b"%PDF")


def test_a_certificate_says_whether_it_is_that_of_a_draft(study, made):
    assert "DRAFT" in made["note"]
    assert "<b>DRAFT.</b>" in render_certificate(made)
    given = {"date": "2026-11-16", "to": "<b>Uppsala</b>"}
    after = certificate(study, shows(study), RELEASE, WHEN, given)
    assert "DRAFT" not in render_certificate(after)
    assert "16 November 2026, to &lt;b&gt;Uppsala&lt;/b&gt;" in render_certificate(after)
    older = {key: after[key] for key in after if key != "given"}
    assert "DRAFT" not in render_certificate(older)  # of a version that knew no drafts


def test_a_pdf_is_fit_for_archives_unless_a_script_has_no_font(study, made):
    assert b"pdfaid" in render_pdf(made)
    assert b"Draft of a certificate 5e5e5e5e5e5e" in render_pdf(made)
    given = certificate(study, shows(study), RELEASE, WHEN, {"date": "2026-11-16"})
    assert b"Certificate of de-identification 5e5e5e5e5e5e" in render_pdf(given)
    study["columns"]["\U00013000"] = {"role": "insensitive"}
    assert render_pdf(told(study)).startswith(b"%PDF")


def test_sensitive_columns_without_a_promise_are_warned_of(study):
    columns = {**study["columns"], "illness": {"role": "sensitive"}}
    assert "illness" in warned(study, columns=columns)["Values that a class has in common"]
    diverse = [{"model": "distinct-l-diversity", "column": "illness", "l": 2}]
    assert "Values that a class has in common" not in warned(
        study, columns=columns, privacy=diverse
    )


def test_differential_privacy_has_its_own_words(study):
    private = [{"model": "differential-privacy", "epsilon": 1, "delta": 1e-6}]
    found = told(study, privacy=private)
    assert "Minimality attack" not in [one["title"] for one in found["warnings"]]
    assert "adds up" in str(found["warnings"])
    assert "differentially private" in str(found["settings"])


def test_the_page_loads_nothing_and_keeps_strange_names_harmless(study):
    study["columns"][HOSTILE] = {"role": "insensitive"}
    text = render_certificate(told(study))
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "default-src 'none'" in text
    assert "Not to be shared" not in text


def test_every_fact_of_the_texts_is_on_the_page_and_in_the_pdf_template(made):
    text = render_certificate(made)
    for one in (*certificate_texts(made)["settings"], *certificate_texts(made)["risk"]):
        assert one["name"] in text
    assert all(step["command"].split()[0] in text for step in certificate_texts(made)["steps"])


def test_a_pdf_is_the_same_whenever_it_is_made(made):
    first, second = render_pdf(made), render_pdf(copy.deepcopy(made))
    assert first.startswith(b"%PDF")
    assert first == second
    assert render_pdf({**made, "says": "Something else."}) != first


def test_a_pdf_takes_strange_names_long_names_and_many_columns(study):
    names = [HOSTILE, "x" * 190, "Größe_Ω_Ж", "年齢", "العمر", *(f"column_{n}" for n in range(40))]
    study["columns"] |= {name: {"role": "insensitive"} for name in names}
    assert render_pdf(told(study)).startswith(b"%PDF")


def test_without_typst_the_pdf_says_how_to_get_it(made, monkeypatch):
    monkeypatch.setattr("shoal.report.certificate_pdf.find_spec", lambda name: None)
    with pytest.raises(PdfError, match=r"pip install 'shoal\[pdf\]'"):
        render_pdf(made)


def test_long_words_may_be_broken_but_nothing_that_is_copied():
    soft = allow_breaks(
        {"name": "a_very_long_column_name", "command": "x" * 80, "sha256": "a" * 64}
    )
    assert soft["name"] == "a_\u200bvery_\u200blong_\u200bcolu\u200bmn_\u200bname"
    assert soft["command"] == "x" * 80
    assert soft["sha256"] == "a" * 64
    assert allow_breaks(["short words only", 7]) == ["short words only", 7]


def test_fonts_of_the_computer_are_needed_for_other_scripts_only():
    assert is_covered("Größe Ω Ж ✓ – “x”\u200b")
    assert not is_covered("年齢")


def test_days_are_written_for_people():
    assert long_date("2025-03-04T10:32:07+00:00") == "4 March 2025"
    assert long_date("2026-03-04") == "4 March 2026"
    assert long_date("soon") == "soon"


def test_a_release_that_is_no_file_has_no_fingerprint_to_match(study):
    found = told(study, {"file": None, "sha256": None})
    text = render_certificate(found)
    assert "a table in memory" in text
    assert "sha256sum" not in text
    assert "table x.y of a database" in render_certificate(told(study, {"table": "x.y"}))
    assert render_pdf(found).startswith(b"%PDF")


OLD = {
    "format": 1,
    "created": WHEN,
    "review": "2026-03-04",
    "versions": {"shoal": "0.1.0"},
    "release": {**RELEASE, "records": 6, "columns": 3},
    "says": "Every record looks like at least 4 others.",
    "standing": "The promise holds. Separate code checked this on the release.",
    "private": True,
    "promises": [{"model": "t-closeness", "parameters": {"t": 0.2}, "says": "Close.",
                  "holds": True, "measured": 0.10452, "reason": ""}],
    "columns": [{"name": "age", "role": "quasi-identifier", "released": True,
                 "treatment": "made coarser", "level": 2, "top": 3, "values": 4}],
    "settings": [], "classes": {"count": 2, "min": 3, "mean": 3, "max": 3},
    "risk": {"highest": 0.33}, "utility": {"granularity": 0.55}, "warnings": [],
    "learning": [{"target": "ill", "model": "zero-r", "accuracy": 0.81}],
}  # fmt: skip


def test_a_certificate_of_an_earlier_version_is_shown_without_what_it_should_not_have_told():
    text = render_certificate(OLD)
    assert "The promise holds." in text
    assert "0.1045" not in text
    assert "81%" not in text
    assert render_pdf(OLD).startswith(b"%PDF")
