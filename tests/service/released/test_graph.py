"""Studies with edges: what a run writes, what is refused, and that lies are found."""

import json

import numpy as np
import polars as pl
import pytest
import yaml
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.errors import DataError, NoReleaseError, StudyError, VerificationError
from shoal.methods.graph.structure import SuperGraph
from shoal.service import verbs
from shoal.study.study import Study

GRAPH = "graph"


def nodes_and_edges(records=40, edges=90, seed=0):
    """People with an age, a ward and an illness, and who met whom."""
    chance = np.random.default_rng(seed)
    people = pl.DataFrame(
        {
            "id": [f"person-{at}" for at in range(records)],
            "age": chance.integers(20, 90, records),
            "ward": chance.choice(["north", "south", "east"], records),
            "illness": chance.choice(["flu", "cold"], records),
        }
    )
    ends = chance.integers(0, records, (edges, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    ids = people["id"]
    return people, pl.DataFrame({"one": ids.gather(ends[:, 0]), "other": ids.gather(ends[:, 1])})


def keys(**method):
    return {
        "data": "people.csv",
        "columns": {
            "id": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "type": "integer"},
            "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "illness": {"role": "sensitive"},
        },
        "method": {"name": "sangreea", "k": 4, "edges": "edges.csv", "node": "id", **method},
    }


@pytest.fixture
def folder(tmp_path):
    people, edges = nodes_and_edges()
    people.write_csv(tmp_path / "people.csv")
    edges.write_csv(tmp_path / "edges.csv")
    return tmp_path


def run(folder, given=None):
    study = Study.of(given or keys(), folder)
    report = verbs.run(study, folder / "run", force=True)
    return report, folder / "run"


def test_a_run_writes_super_nodes_and_super_edges(folder):
    report, place = run(folder)
    nodes, edges = (pl.read_csv(place / f"draft_{name}.csv") for name in ("nodes", "edges"))
    assert nodes.columns == ["cluster", "nodes", "edges_inside", "age", "ward"]
    assert edges.columns == ["cluster", "other_cluster", "edges"]
    assert nodes["cluster"].to_list() == list(range(1, 11))
    assert nodes["nodes"].min() >= 4
    assert nodes["nodes"].sum() == 40
    found = report["summary"][GRAPH]
    assert nodes["edges_inside"].sum() + edges["edges"].sum() == found["edges"]
    assert found["edges_inside"] == nodes["edges_inside"].sum()
    assert found["super_edges"] == edges.height
    assert 0 < found["nsil"] < 1
    assert found["ngil"] == report["summary"]["method"]["ngil"]
    assert json.loads((place / "summary.json").read_text())[GRAPH] == found


def test_no_id_is_in_any_file_that_may_be_shared(folder):
    _, place = run(folder)
    for path in place.glob("release*"):
        assert "person" not in path.read_text()


def test_the_report_draws_the_graph(folder):
    _, place = run(folder)
    page = (place / "report.html").read_text()
    assert 'id="graph"' in page
    assert page.count('class="cluster"') == 10


def test_every_count_was_checked_by_the_run_and_sums_are_checked_again(folder):
    _, place = run(folder)
    verdict = verbs.verify_run(place)
    assert verdict.holds
    found = {one.check: one.holds for one in verdict.findings}
    assert found["graph counts"] == "not_checked"
    assert found["graph cells"] is found["graph edges"] is found["graph clusters"] is True


def test_a_changed_file_is_refused_later(folder):
    _, place = run(folder)
    path = place / "draft_edges.csv"
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")
    assert "graph edges" in [one.check for one in verbs.verify_run(place).failures]


def test_a_run_that_counts_wrongly_writes_nothing(folder, monkeypatch):
    honest = SuperGraph.of

    def lie(graph, clusters):
        told = honest(graph, clusters)
        told.inside[told.inside.argmax()] -= 1  # an edge is moved to where there is room
        told.between[0] += 1
        return told

    monkeypatch.setattr(SuperGraph, "of", lie)
    with pytest.raises(VerificationError, match="graph counts"):
        run(folder)
    assert not (folder / "run").exists()


def test_clusters_that_are_too_small_write_nothing(folder, monkeypatch):
    monkeypatch.setattr(
        "shoal.methods.sangreea.cluster_graph",
        lambda space, graph, k, **_: np.minimum(np.arange(graph.nodes) // 3, 11),
    )
    with pytest.raises(VerificationError):
        run(folder)


def test_numbers_of_clusters_are_given_by_chance(folder):
    first = {tuple(sorted(_nodes(folder))) for _ in range(2)}
    assert len(first) == 1  # the same clusters
    assert len({tuple(_nodes(folder)) for _ in range(4)}) > 1  # in another order


def _nodes(folder):
    _, place = run(folder)
    return pl.read_csv(place / "draft_nodes.csv").drop("cluster").rows()


def test_a_repeatable_run_repeats_the_graph(folder):
    given = {**keys(), "reproducible": True}
    texts = set()
    for _ in range(2):
        _, place = run(folder, given)
        texts.add((place / "draft_nodes.csv").read_text())
    assert len(texts) == 1


def test_a_run_can_be_repeated_from_its_own_study(folder):
    _, place = run(folder)
    again = yaml.safe_load((place / "study.yaml").read_text())
    assert again["method"]["edges"]["path"] == str(folder / "edges.csv")
    report = verbs.run(Study.of(again), folder / "again")
    assert report["summary"][GRAPH]["edges"] > 0


@pytest.mark.parametrize("format", ["parquet", "arrow", "excel"])
def test_the_graph_is_written_in_the_format_of_the_release(folder, format):
    report, place = run(folder, {**keys(), "output": {"format": format}})
    suffix = {"parquet": "parquet", "arrow": "arrow", "excel": "xlsx"}[format]
    assert (place / f"draft_nodes.{suffix}").is_file()
    assert verbs.verify_run(place).holds
    assert report["summary"][GRAPH]["super_nodes"] == 10


def test_a_graph_in_memory_is_part_of_the_release(folder):
    people, _ = nodes_and_edges()
    release = shoal.anonymize(people, Study.of(keys(), folder))
    assert release.graph.nodes["nodes"].sum() == 40
    assert release.graph.edges.columns == ["cluster", "other_cluster", "edges"]
    assert release.table.columns == ["age", "ward", "illness"]
    assert release.summary[GRAPH]["super_nodes"] == 10


def test_a_table_without_edges_has_no_graph(folder):
    given = keys()
    given["method"] = {"name": "sangreea", "k": 4}
    report, place = run(folder, given)
    assert GRAPH not in report["summary"]
    assert not list(place.glob("release_*"))


def test_edges_may_be_plain_text_or_parquet(folder):
    _, edges = nodes_and_edges()
    lines = "".join(f"{one} {other}\n" for one, other in edges.rows())
    (folder / "list.txt").write_text(lines)
    (folder / "snap.edges").write_text("# who met whom\n" + lines)
    edges.write_parquet(folder / "list.parquet")
    figures = [run(folder)[0]["summary"][GRAPH]["edges"]]
    for name in ("list.txt", "snap.edges", "list.parquet"):
        report, place = run(folder, keys(edges=name))
        figures.append(report["summary"][GRAPH]["edges"])
        assert verbs.verify_run(place).holds
    assert len(set(figures)) == 1


def test_what_the_list_has_besides_is_told(folder):
    text = (folder / "edges.csv").read_text()
    first = text.splitlines()[1]
    (folder / "edges.csv").write_text(f"{text}{first}\nperson-1,person-1\n")
    report, _ = run(folder)
    warnings = " ".join(report["summary"]["warnings"])
    assert "1 edge leads from a node to itself" in warnings
    assert "listed more than once" in warnings


def test_certain_edges_are_told(folder):
    people, _ = nodes_and_edges(8)
    people.write_csv(folder / "people.csv")
    lines = [f"person-{a},person-{b}" for a in range(8) for b in range(a)]
    (folder / "edges.csv").write_text("one,other\n" + "\n".join(lines) + "\n")
    report, _ = run(folder)
    assert report["summary"][GRAPH]["certain_edges"] == 28
    assert "28 of 28 edges can be told for certain" in " ".join(report["summary"]["warnings"])


def test_the_command_names_both_files(folder):
    (folder / "study.yaml").write_text(yaml.safe_dump(keys()))
    done = CliRunner().invoke(app, ["run", str(folder / "study.yaml"), "--out", str(folder / "r")])
    assert done.exit_code == 0
    assert str(folder / "r" / "draft_nodes.csv") in done.output
    assert str(folder / "r" / "draft_edges.csv") in done.output


def test_clusters_of_a_graph_keep_constraints(folder):
    diverse = {"model": "distinct-l-diversity", "column": "illness", "l": 2}
    report, place = run(folder, keys(constraints=[diverse]))
    release = pl.read_csv(place / "draft.csv")
    values = release.group_by("age", "ward").agg(pl.col("illness").n_unique())
    assert values["illness"].min() == 2
    nodes = pl.read_csv(place / "draft_nodes.csv")
    assert nodes["nodes"].min() >= 4
    assert report["summary"][GRAPH]["super_nodes"] == nodes.height


@pytest.mark.parametrize("columns", [["ward", "illness"], ["illness"]])
def test_super_nodes_show_only_columns_that_are_written(folder, columns):
    _, place = run(folder, {**keys(), "output": {"columns": columns}})
    nodes = pl.read_csv(place / "draft_nodes.csv")
    assert nodes.columns == ["cluster", "nodes", "edges_inside", *columns[:-1]]
    assert verbs.verify_run(place).holds


# What is refused


def refused(folder, error, **method):
    with pytest.raises(error) as caught:
        run(folder, keys(**method))
    assert "person" not in str(caught.value)
    assert not (folder / "run").exists()
    return str(caught.value)


def test_unknown_ids_are_counted_by_run_and_check(folder):
    text = (folder / "edges.csv").read_text()
    (folder / "edges.csv").write_text(f"{text}person-1,person-99\n")
    assert "1 of 91 edges have an end that no record" in refused(folder, DataError)
    with pytest.raises(DataError, match="1 of 91 edges"):
        verbs.check(Study.of(keys(), folder))


def test_a_missing_list_is_told(folder):
    (folder / "edges.csv").unlink()
    assert "edges.csv" in refused(folder, DataError)


@pytest.mark.parametrize(
    ("method", "told"),
    [
        ({"node": None}, "method.edges: it needs `node`"),
        ({"edges": None}, "method.node: it needs `edges`"),
        ({"node": "age"}, "method.node: 'age' is not a column with `role: identifier`"),
        ({"alpha": 0, "beta": 0}, "neither values nor structure count"),
        ({"beta": -1}, "beta"),
        ({"edges": {"file": "edges.csv"}}, "method.edges"),
    ],
)
def test_keys_that_do_not_fit_are_refused(folder, method, told):
    given = {key: value for key, value in keys(**method)["method"].items() if value is not None}
    with pytest.raises(StudyError) as caught:
        Study.of({**keys(), "method": given}, folder)
    assert told in str(caught.value)


def test_a_part_of_a_graph_is_refused(folder):
    with pytest.raises(StudyError, match="a graph is released as a whole"):
        Study.of({**keys(), "subset": {"sample": 0.5}}, folder)


def test_models_that_anonymize_parts_of_a_graph_are_refused(folder):
    given = keys()
    given["columns"]["illness"]["target"] = True
    given["evaluate"] = {"models": ["logistic-regression"], "anonymize": "each-fold"}
    with pytest.raises(StudyError, match="parts of a graph are no graph"):
        Study.of(given, folder)


def test_clusters_larger_than_the_graph_are_refused(folder):
    told = refused(folder, NoReleaseError, k=41)
    assert told == (
        "The data has 40 records, but the method asks for clusters of at least 41."
        " Collect more records, or lower `k`."
    )


def test_repeated_ids_are_refused(folder):
    people, _ = nodes_and_edges()
    pl.concat((people, people.head(2))).write_csv(folder / "people.csv")
    assert "2 of 42 records repeat an id" in refused(folder, DataError)


def test_the_certificate_tells_of_a_graph_what_its_files_show(folder):
    run(folder)
    nodes = pl.read_csv(folder / "run" / "draft_nodes.csv")
    facts = json.loads((folder / "run" / "certificate.json").read_text("utf-8"))
    told = {one["name"]: one["value"] for one in facts["settings"]}["Graph"]
    assert told == f"{nodes['nodes'].sum()} nodes in {nodes.height} clusters"
    assert "Edges" in [one["title"] for one in facts["warnings"]]


@pytest.mark.parametrize("given", [False, True])
def test_the_files_of_a_graph_have_one_form_too(folder, given):
    """Line ends that spell something, in a draft and once it is given."""
    _, place = run(folder)
    if given:
        verbs.give(place)
    assert verbs.verify_run(place).holds
    nodes = place / f"{'release' if given else 'draft'}_nodes.csv"
    nodes.write_bytes(nodes.read_bytes().replace(b"\n", b"\r\n", 1))
    failures = {one.check for one in verbs.verify_run(place).failures}
    assert failures == {"serialization", "certificate"}
