"""The verb `risk`: any table, with or without a study."""

import json

import pytest

from shoal.errors import DataError, StudyError
from shoal.service import verbs
from shoal.service.risk.risk import Asked, risk

TABLE = """age,sex,stay
20-39,m,2
20-39,m,10
40-59,f,2
40-59,f,3
*,f,9
*,*,7
,,
"""
NAMED = Asked(("age", "sex"), ("stay",), models=True)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TABLE)
    return path


def measured(report, model, **parameters):
    [found] = [
        one
        for one in report["models"]
        if one["model"] == model and parameters.items() <= one["parameters"].items()
    ]
    return found["measured"]


def test_suppressed_records_are_left_out_and_counted(table):
    report = risk(table, asked=NAMED)
    assert (report["records"], report["suppressed_records"]) == (7, 2)
    assert report["classes"] == {"count": 3, "min": 1, "mean": 5 / 3, "max": 2}
    assert "no class and in no distribution" in report["rule"]


def test_without_models_the_risk_of_being_found_is_shown(table):
    report = risk(table, asked=Asked(("age", "sex")))
    assert "models" not in report
    assert report["risk"]["highest"] == 1
    assert report["risk"]["average"] == 3 / 5
    assert (report["risk"]["uniques"], report["risk"]["at_risk_below"]) == (1, 5)


def test_numbers_are_ordered_as_numbers(table):
    # In the order 2, 3, 9, 10 the single 9 is furthest from the table: (2/5 + 3/5 + 1/5) / 3.
    report = risk(table, asked=NAMED)
    assert report["sensitive"] == [{"name": "stay", "type": "integer"}]
    assert measured(report, "t-closeness", distance="ordered") == pytest.approx(0.4)


def test_a_missing_value_is_a_value_of_its_own(tmp_path):
    (tmp_path / "t.csv").write_text("age,stay\n30,1\n30,1\n,2\n")
    report = risk(tmp_path / "t.csv", asked=Asked(("age",), ("stay",), models=True))
    assert report["suppressed_records"] == 0
    assert measured(report, "k-anonymity") == 1


def test_a_study_tells_roles_hierarchies_and_the_population(toy):
    study = (toy / "study.yaml").read_text().replace("role: insensitive", "role: sensitive")
    (toy / "dis.csv").write_text("flu;known;*\nhiv;known;*\n")
    study = study.replace("{role: sensitive}", "{role: sensitive, hierarchy: dis.csv}")
    (toy / "study.yaml").write_text(study + "population: {size: 700}\n")
    report = risk(toy / "toy.csv", toy / "study.yaml", Asked(models=True))
    assert report["quasi_identifiers"] == ["age", "sex"]
    assert (report["roles"], report["population_size"]) == ("study", 700)
    assert report["risk"]["at_risk_below"] == 2
    # All values meet one level below the root, and there the classes are like the table.
    equal = measured(report, "t-closeness", distance="equal")
    assert measured(report, "t-closeness", distance="hierarchical") == pytest.approx(equal / 2)
    assert measured(report, "population-uniqueness", estimator="zayatz") is not None


def test_a_release_keeps_what_its_summary_says(toy):
    study = (toy / "study.yaml").read_text().replace("role: insensitive", "role: sensitive")
    study = study.replace(
        "  - {model: k", "  - {model: distinct-l-diversity, column: dis, l: 2}\n  - {model: k"
    )
    (toy / "study.yaml").write_text(study)
    summary = verbs.run(toy / "study.yaml", toy / "run")["summary"]
    report = risk(toy / "run" / "draft.csv", toy / "study.yaml", Asked(models=True))
    assert report["classes"]["count"] == summary["classes"]["count"]
    assert measured(report, "k-anonymity") == summary["classes"]["min"]
    assert measured(report, "distinct-l-diversity") == 2


def test_people_are_counted_where_the_study_says_so(toy):
    study = (toy / "study.yaml").read_text() + "person: id\n"
    (toy / "study.yaml").write_text(study)
    (toy / "toy.csv").write_text("age,sex,dis,id\n" + "34,m,flu,1\n" * 3 + "34,m,flu,2\n")
    report = risk(toy / "toy.csv", toy / "study.yaml", Asked(models=True))
    assert (report["counted"], measured(report, "k-anonymity")) == ("people", 2)


def test_a_population_table_is_counted(table, tmp_path):
    everybody = tmp_path / "everybody.csv"
    everybody.write_text(TABLE + TABLE.partition("\n")[2])
    asked = Asked(("age", "sex"), ("stay",), population=everybody, models=True)
    report = risk(table, asked=asked)
    assert measured(report, "k-map", estimator="none") == 2
    assert measured(report, "delta-presence") == 0.5
    assert report["population_size"] == 14


def test_roles_are_guessed_and_said_so(tmp_path):
    path = tmp_path / "t.csv"
    rows = "".join(f"{20 + n % 50},{'fm'[n % 2]},{['flu', 'asthma'][n % 2]}\n" for n in range(99))
    path.write_text("age,sex,diagnosis\n" + rows)
    report = risk(path)
    assert (report["roles"], report["quasi_identifiers"]) == ("guessed", ["age", "sex"])


def test_a_table_that_shows_nobody_has_no_risk(tmp_path):
    (tmp_path / "t.csv").write_text("age,stay\n*,1\n*,2\n")
    report = risk(tmp_path / "t.csv", asked=Asked(("age",), ("stay",), models=True))
    assert report["classes"]["count"] == 0
    assert all(one["measured"] is None for one in report["models"])


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        (Asked(("agee",)), StudyError, "Did you mean 'age'"),
        (Asked(("age",), population_size=2), StudyError, "fewer than the 4"),
        (Asked((), ("age", "sex", "stay")), StudyError, "--quasi-identifiers"),
    ],
)
def test_what_does_not_fit_is_refused(table, asked, error, message):
    with pytest.raises(error, match=message):
        risk(table, asked=asked)


def test_a_population_without_the_table_is_refused(table, tmp_path):
    (tmp_path / "small.csv").write_text("age,sex\n20-39,m\n")
    (tmp_path / "narrow.csv").write_text("age\n20-39\n")
    for name, message in (("small.csv", "does not contain the table"), ("narrow.csv", "'sex'")):
        with pytest.raises(DataError, match=message):
            risk(table, asked=Asked(("age", "sex"), population=tmp_path / name))


def test_json_has_no_infinite_numbers(table):
    text = json.dumps(risk(table, asked=NAMED), allow_nan=False)
    assert json.loads(text)["format"] == 1
    assert "Infinity" not in text


def test_unique_people_are_estimated_for_every_sampling_fraction(tmp_path):
    path = tmp_path / "people.csv"
    ages = [age for age in range(40) for _ in range(1 + age % 4)]
    path.write_text("age\n" + "\n".join(map(str, ages)))
    report = risk(path, asked=Asked(("age",), population_size=2 * len(ages)))
    uniqueness = report["uniqueness"]
    points = {one["fraction"]: one for one in uniqueness["by_fraction"]}
    assert list(points) == sorted(points)
    assert (min(points), max(points)) == (0.0001, 0.9)
    half = points[0.5]
    assert half["population"] == 2 * len(ages)
    for name, count in uniqueness["estimated_uniques"].items():
        assert half["unique_share"][name] == (None if count is None else count / (2 * len(ages)))
    known = [one["unique_share"]["zayatz"] for one in points.values()]
    assert known == sorted(known)  # the larger the part, the surer that who is alone is unique
