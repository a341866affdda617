"""An ARX project is uploaded, and becomes a table, its hierarchies and a study."""

from service.arx import project_file as arx


def sent(idle, path, **query):
    return idle.client.post(
        "/api/v1/projects",
        params={"name": "clinic.deid", **query},
        content=path.read_bytes(),
        headers=idle.person("ada"),
    )


def listed(idle, noun):
    return idle.client.get(f"/api/v1/{noun}", headers=idle.person("ada")).json()


def test_a_project_becomes_a_table_hierarchies_and_a_study(idle, tmp_path):
    java = arx.objects(subset=arx.rows(range(60)))
    settings = arx.config(("Inclusion", "2-anonymity"), practicalMonotonicity="true")
    made = sent(idle, arx.write_project(tmp_path / "p.deid", java=java, settings=settings))
    assert made.status_code == 201, made.json()
    told = made.json()
    assert (told["records"], told["arx_version"], told["open"]) == (120, "3.9.1", [])
    assert "practical monotonicity" in told["left_out"][0]
    study = idle.client.get(made.headers["Location"], headers=idle.person("ada")).json()
    assert (study["id"], study["table"], study["name"]) == (told["study"], told["table"], "clinic")
    assert study["body"]["columns"]["age"]["hierarchy"].keys() == {"table"}
    assert len(listed(idle, "hierarchies")) == 4
    assert sorted(one["records"] for one in listed(idle, "tables")) == [60, 120]


def test_nothing_is_kept_of_a_project_that_cannot_become_a_study(idle, tmp_path):
    strange = arx.config(("7-mystery",))
    refused = sent(idle, arx.write_project(tmp_path / "p.deid", settings=strange))
    assert (refused.status_code, "7-mystery" in str(refused.json()["problems"])) == (422, True)
    # A study is kept last: its limit comes too late for the tables that were kept before.
    odd = (arx.column("age", arx.QUASI, "Integer", ref="hierarchies/age.csv", min=2, max=1),)
    broken = sent(idle, arx.write_project(tmp_path / "p.deid", columns=(*arx.COLUMNS[2:], *odd)))
    assert broken.status_code == 422
    for noun in ("tables", "hierarchies", "studies"):
        assert listed(idle, noun) == []


def test_another_file_is_refused(idle, tmp_path):
    (tmp_path / "p.deid").write_bytes(b"a;b\n1;2\n")
    refused = sent(idle, tmp_path / "p.deid")
    assert (refused.status_code, "not an ARX project" in refused.json()["detail"]) == (422, True)
