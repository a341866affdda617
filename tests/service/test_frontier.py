"""`shoal frontier`: files that appear together or not at all, and clear refusals."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.data.files import read
from shoal.errors import Canceled, NotYetAvailable, StudyError
from shoal.search import strategies
from shoal.service import verbs
from shoal.service.frontier import frontier, sweep_study
from shoal.study.study import read_study

FILES = {"frontier.json", "frontier.html", "frontier.svg"}


def names(folder):
    return {path.name for path in folder.iterdir()}


def test_it_writes_numbers_page_and_picture(toy):
    report = frontier(toy / "study.yaml", toy / "out", maximum_k=5)
    assert names(toy / "out") == FILES
    written = json.loads((toy / "out" / "frontier.json").read_text("utf-8"))
    assert written["answers"] == report["answers"]
    assert written["study"] == {"k": 2, "suppression_limit": 0.2}


def test_the_study_gets_the_answer_of_its_run(toy):
    report = frontier(toy / "study.yaml", toy / "out")
    summary = verbs.run(toy / "study.yaml", toy / "run")["summary"]
    [mine] = [one for one in report["answers"] if (one["k"], one["suppression_limit"]) == (2, 0.2)]
    assert mine["levels"] == summary["levels"]
    assert mine["loss"] == summary["loss"]
    assert mine["suppressed_records"] == summary["suppressed_records"]


def test_the_largest_k_reaches_the_study(toy):
    (toy / "study.yaml").write_text((toy / "study.yaml").read_text().replace("k: 2", "k: 4"))
    assert frontier(toy / "study.yaml", toy / "out", maximum_k=3)["maximum_k"] == 4


def test_an_existing_folder_is_replaced_only_by_force(toy):
    frontier(toy / "study.yaml", toy / "out")
    with pytest.raises(StudyError, match="exists already"):
        frontier(toy / "study.yaml", toy / "out")
    frontier(toy / "study.yaml", toy / "out", force=True)
    assert names(toy / "out") == FILES


def test_a_canceled_frontier_leaves_nothing(toy):
    before = names(toy)

    def stop(sign):
        if sign.stage == "sweep":
            raise Canceled("enough")

    with pytest.raises(Canceled):
        frontier(toy / "study.yaml", toy / "out", watch=stop)
    assert names(toy) == before


class OtherPromise:
    """Anything but k-anonymity."""


def test_other_promises_are_refused_with_a_reason(toy):
    study = read_study(toy / "study.yaml")
    mixed = study.model_copy(update={"privacy": (*study.privacy, OtherPromise())})
    with pytest.raises(NotYetAvailable, match="k-anonymity and nothing else"):
        frontier(mixed, toy / "out")


def test_every_stage_is_told(toy):
    stages = []
    frontier(toy / "study.yaml", toy / "out", watch=lambda sign: stages.append(sign.stage))
    assert list(dict.fromkeys(stages)) == ["read", "encode", "sweep", "frontier", "write"]


def test_the_command_shows_a_table_and_where_to_look(toy):
    arguments = ["frontier", str(toy / "study.yaml"), "--out", str(toy / "out"), "--max-k", "10"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0
    assert "≤ 100%" in done.stdout
    assert "frontier.html" in done.stdout


def test_a_table_in_memory_is_explored_too(toy):
    study = read_study(toy / "study.yaml")
    source = verbs.source_of(study)
    report, _ = sweep_study(study, read(source))
    assert report["input"] == {"records": 7}
    assert "frontier" not in strategies  # it is a verb, not a way to search


def test_classes_with_levels_of_their_own_have_no_frontier(toy):
    study = toy / "study.yaml"
    study.write_text(study.read_text() + "\nrecoding: local\n")
    with pytest.raises(StudyError, match="for all records"):
        frontier(study, toy / "out")
