"""ARX projects become studies that run, and what has no counterpart is told."""

import pytest

from service.arx import project_file as arx
from service.arx.java_writer import Constant, Stored
from shoal.errors import DataError, StudyError
from shoal.service.arx.import_project import import_project
from shoal.service.verbs import run
from shoal.study import text as study_text


@pytest.fixture
def imported(tmp_path):
    """Imports a project with these parts; returns the result and the keys of the study."""

    def act(*, leave_out=False, encoding=None, **parts):
        path = arx.write_project(tmp_path / "project.deid", **parts)
        done = import_project(path, tmp_path / "out", leave_out=leave_out, encoding=encoding)
        return done, study_text.parse(done.study.read_text(), "study.yaml")

    return act


def test_a_project_becomes_a_study_that_runs(imported, tmp_path):
    done, keys = imported()
    assert (done.open, done.left_out) == ((), ())
    columns = keys["columns"]
    assert {name: one["role"] for name, one in columns.items()} == {
        "name": "identifier",
        **dict.fromkeys(("age", "sex", "zip"), "quasi-identifier"),
        "disease": "sensitive",
    }
    assert (columns["age"]["type"], columns["age"]["min_level"]) == ("integer", 1)
    assert columns["zip"]["max_level"] == 1
    assert keys["suppression_limit"] == 0.1
    assert [one["model"] for one in keys["privacy"]] == ["k-anonymity", "distinct-l-diversity"]
    assert all(one["holds"] for one in run(done.study, tmp_path / "run")["summary"]["privacy"])


def test_the_table_is_copied_to_the_byte(imported):
    done, _ = imported()
    assert (done.study.parent / "data.csv").read_text() == arx.table()


def test_letters_in_an_older_encoding_are_read_when_it_is_named(imported, tmp_path):
    old = [("Zoë", *line[1:4], "grippé") if line[4] == "flu" else line for line in arx.RECORDS]
    entries = {
        "data/input.csv": arx.table(old).encode("cp1252"),
        "input/hierarchies/disease.csv": arx.ILL.replace("flu", "grippé").encode("cp1252"),
    }
    done, keys = imported(entries=entries, encoding="cp1252")
    assert (keys["data"]["encoding"], "person" in " ".join(done.open)) == ("cp1252", True)
    folder = done.study.parent
    assert "grippé" in (folder / keys["columns"]["disease"]["hierarchy"]["path"]).read_text()


SEPARATED = arx.table(separator="|")


def test_the_separator_of_the_project_is_that_of_its_files(imported, tmp_path):
    named = "input/hierarchies/{}.csv"
    done, keys = imported(
        entries={
            "project.xml": "<project><separator>|</separator></project>",
            "data/input.csv": SEPARATED,
            **{
                named.format(name): text.replace(";", "|")
                for name, text in (("age", arx.AGES), ("sex", arx.SEXES), ("zip", arx.ZIPS))
            },
            named.format("disease"): arx.ILL.replace(";", "|"),
        }
    )
    assert (keys["data"]["separator"], done.open) == ("|", ())
    assert run(done.study, tmp_path / "run")["summary"]["suppressed_records"] < 120


def test_weights_are_taken_over_and_a_weight_of_zero_is_told(imported):
    done, keys = imported(settings=arx.config(weights={"age": 0.8, "sex": 0.2}))
    weights = {name: one.get("weight") for name, one in keys["columns"].items()}
    assert weights == {"name": None, "age": 0.8, "sex": 0.2, "zip": 0.001, "disease": None}
    assert done.left_out == ("Column 'zip': the weight 0; it is 0.001 now.",)


def test_equal_weights_are_no_weights(imported):
    _, keys = imported(settings=arx.config(weights={"age": 0.5, "sex": 0.5, "zip": 0.5}))
    assert not any("weight" in one for one in keys["columns"].values())


def test_a_promise_that_is_not_known_stops_the_import(imported, tmp_path):
    settings = arx.config(("4-anonymity", "7-mystery for attribute 'age'"))
    with pytest.raises(StudyError, match=r"(?s)protect people less.*7-mystery"):
        imported(settings=settings)
    assert not (tmp_path / "out").exists()
    done, keys = imported(settings=settings, leave_out=True)
    assert len(keys["privacy"]) == 1
    assert any("7-mystery" in one for one in done.left_out)
    assert "# - The promise \"7-mystery for attribute 'age'\"" in done.study.read_text()


def test_the_research_subset_is_released_and_the_table_is_its_population(imported, tmp_path):
    java = arx.objects(subset=arx.rows(range(3, 90)))
    done, keys = imported(settings=arx.config(("Inclusion", "(4)-map")), java=java)
    assert keys["subset"]["records"]["path"] == "subset.csv"
    assert keys["privacy"] == [{"model": "k-map", "k": 4}]
    lines = (done.study.parent / "subset.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == [f"p{at}" for at in range(3, 90)]
    report = run(done.study, tmp_path / "run")
    assert report["summary"]["input"]["records"] == 87


def test_the_subset_of_an_older_project_is_a_table_of_its_own(imported):
    part = arx.table(arx.RECORDS[:60])
    done, keys = imported(
        settings=arx.config(("Inclusion", "4-anonymity")),
        version="2.3.0",
        entries={"data/input_subset.csv": part, "input/config.dat": None},
    )
    assert keys["subset"]["records"]["separator"] == ";"
    assert any("Java objects" in one for one in done.left_out)


def test_a_subset_that_cannot_be_read_stops_the_import(imported):
    for java in (b"\xac\xed\x00\x05\x73broken", b"no Java at all"):
        with pytest.raises(StudyError, match="research subset, which cannot be read"):
            imported(settings=arx.config(("Inclusion", "4-anonymity")), java=java)
    with pytest.raises(StudyError, match="research subset, which cannot be read"):
        imported(settings=arx.config(("(0.1,0.3)-presence",)), java=arx.objects())
    with pytest.raises(StudyError, match="research subset, which cannot be read"):
        imported(settings=arx.config(("Inclusion",)), java=arx.objects(subset=arx.rows([])))


def test_a_subset_of_another_table_stops_the_import(imported):
    java = arx.objects(subset=arx.rows(range(5), length=64))
    with pytest.raises(DataError, match="another table"):
        imported(java=java)


def test_a_subset_of_everybody_is_none(imported):
    _, keys = imported(java=arx.objects(subset=arx.rows(range(120))))
    assert "subset" not in keys


@pytest.mark.parametrize(
    ("fields", "population"),
    [
        ({"region": Constant("R", "GERMANY"), "sampleFraction": 0.1}, {"region": "Germany"}),
        ({"region": Constant("R", "NORTH_AMERICA")}, {"region": "North America"}),
        ({"region": Constant("R", "EUROPEAN_UNION")}, {"region": "EU"}),
        ({"region": Constant("R", "NONE"), "sampleFraction": 0.25}, {"fraction": 0.25}),
        ({"region": Constant("R", "NONE"), "populationSize": 5000.0}, {"size": 5000}),
    ],
)
def test_the_population_of_estimators_is_taken_over(imported, fields, population):
    population_model = Stored(arx.ARX + "ARXPopulationModel", fields)
    promise = Stored(
        arx.ARX + "criteria.KMap",
        {"populationModel": population_model, "significanceLevel": 0.05},
    )
    said = "(5)-map estimated as (3)-anonymity (Zero-truncated Poisson)"
    done, keys = imported(settings=arx.config((said,)), java=arx.objects(promises=(promise,)))
    assert (keys["population"], done.open) == (population, ())
    assert keys["privacy"] == [
        {"model": "k-map", "k": 5, "estimator": "zero-truncated-poisson", "significance": 0.05}
    ]


def test_costs_and_benefits_become_the_game(imported):
    stakes = Stored(
        arx.ARX + "ARXCostBenefitConfiguration",
        dict.fromkeys(("publisherBenefit", "publisherLoss"), 50.0)
        | dict.fromkeys(("adversaryGain", "adversaryCost"), 7.0),
    )
    said = "no-attack-profitability (prosecutor)[benefit=50.0, loss=50.0, gain=7.0, cost=7.0]"
    done, keys = imported(
        settings=arx.config((said,)), java=arx.objects(costBenefitConfiguration=stakes)
    )
    assert keys["game"]["publisher_loss"] == 50
    assert (keys["game"]["adversary_cost"], done.open) == (7, ())
    assert keys["privacy"] == [{"model": "prosecutor-profitability", "attack": "none"}]


def test_microaggregation_with_and_without_clusters(imported, tmp_path):
    said = {"microaggregationFunction": "Arithmetic mean"}
    age = arx.column("age", arx.QUASI, "Integer", ref="hierarchies/age.csv", min="All", **said)
    place = {"microaggregationFunction": "Mode", "microaggregationIgnoreMissingData": "false"}
    zip_code = arx.column("zip", arx.QUASI, **place)
    done, keys = imported(
        columns=(arx.COLUMNS[0], age, arx.COLUMNS[2], zip_code, arx.COLUMNS[4]),
        java=arx.objects(modes={"age": "CLUSTERING_AND_MICRO_AGGREGATION"}),
    )
    assert keys["columns"]["age"]["aggregate"] == {"function": "mean", "clustering": True}
    assert keys["columns"]["age"]["hierarchy"]["builder"] == "file"
    assert keys["columns"]["zip"]["aggregate"] == {"function": "mode", "clustering": False}
    assert [one for one in done.left_out if "'zip'" in one]
    assert not done.open
    assert run(done.study, tmp_path / "run")["summary"]["suppressed_records"] < 120


def test_what_only_arx_has_is_told(imported):
    done, _ = imported(
        settings=arx.config(
            metric="SSE (0.5/1.0/1.0)", suppressionString="?", practicalMonotonicity="true"
        ),
        entries={"lattice.xml": "<lattice/>", "clipboard.xml": "<clipboard/>", "filter.dat": "x"},
    )
    told = " ".join(done.left_out)
    for word in ("'SSE", "mark of suppressed", "monotonicity", "lattice", "clipboard", "filter"):
        assert word in told


def test_a_setting_that_nobody_knows_is_told(imported):
    columns = (*arx.COLUMNS[:4], arx.column("disease", "SENSITIVE_ATTRIBUTE", secrecy="high"))
    done, _ = imported(settings=arx.config(newestSetting="true"), columns=columns)
    assert done.left_out == (
        "Column 'disease': the setting 'secrecy', which is not known here.",
        "The setting 'newestSetting', which is not known here.",
    )


def test_questions_that_only_a_person_can_answer_are_left_open(imported):
    columns = (arx.column("name", "INSENSITIVE_ATTRIBUTE"), *arx.COLUMNS[1:])
    done, _ = imported(columns=columns)
    assert any("name" in one for one in done.open)


def test_a_folder_with_files_is_refused_and_kept(tmp_path):
    path = arx.write_project(tmp_path / "project.deid")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(StudyError, match="not empty"):
        import_project(path, tmp_path / "out")
    assert (tmp_path / "out" / "mine.txt").exists()


def test_a_project_without_a_table_is_refused(imported):
    with pytest.raises(DataError, match="no table"):
        imported(entries={"data/input.csv": None})
