"""What nobody should send: the right status, a clear message, and nothing written."""

import gzip
import io
import json
import zipfile

import pytest

from served import FORGED, served
from shoal.server.stored import table_rows
from shoal.server.stored.limits import Limits
from shoal.server.stored.reading import read_here

TABLE = b"age,sex,illness\n34,m,flu\n35,m,flu\n61,f,cold\n66,f,cold\n"
SECRET = "Mueller"


@pytest.fixture(scope="module", autouse=True)
def _read_here():
    """A process for each upload would take a second; that there is one is tested elsewhere."""
    usual = table_rows.keep_table.__kwdefaults__
    table_rows.keep_table.__kwdefaults__ = {**usual, "reader": read_here}
    yield
    table_rows.keep_table.__kwdefaults__ = usual


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    small = Limits(table_bytes=200_000, unpacked_bytes=2_000_000, owner_tables=8)
    running = served(tmp_path_factory.mktemp("abuse"), kept=small)
    with running.client:
        yield running


@pytest.fixture(scope="module")
def ada(service):
    return service.person("ada")


@pytest.fixture(scope="module")
def table(service, ada):
    return upload(service, ada, TABLE).json()["id"]


def upload(service, person, content, name="t.csv", place="tables"):
    return service.client.post(
        f"/api/v1/{place}", params={"name": name}, content=content, headers=person
    )


def written(service):
    """All files of the workspace but the database, which changes with every session."""
    folder = service.state.workspace.folder
    return {
        str(path.relative_to(folder)): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("workspace.sqlite")
    }


@pytest.fixture
def nothing_written(service, ada, table):
    before = written(service), stored(service, ada)
    yield
    assert (written(service), stored(service, ada)) == before


def stored(service, ada):
    nouns = ("tables", "hierarchies", "studies", "jobs", "runs", "keys")
    return {noun: service.client.get(f"/api/v1/{noun}", headers=ada).json() for noun in nouns}


def zipped(**members):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "/"), content)
    return made.getvalue()


BOMB = gzip.compress(b"age\n" + b"1\n" * 2_000_000)
WORKBOOK = zipped(**{"xl_workbook.xml": b" " * 3_000_000})
UPLOADS = {
    "too large": (b"age\n" + b"1\n" * 200_000, 413),
    "a bomb of gzip": (BOMB, 413),
    "a bomb of zip": (WORKBOOK, 413),
    "a zip archive": (zipped(**{"t.csv": TABLE}), 422),
    "a truncated gzip": (gzip.compress(TABLE)[:-9], 422),
    "a truncated zip": (WORKBOOK[:-40], 422),
    "a truncated Parquet": (b"PAR1" + b"\0" * 50, 422),
    "an Arrow file that is none": (b"ARROW1\0\0" + b"x" * 50, 422),
    "nothing": (b"", 422),
    "zero bytes": (b"a,b\n\0\0,1\n", 422),
    "no header": (b"\n\n\n", 422),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), 422),
}


@pytest.mark.parametrize("kind", UPLOADS)
@pytest.mark.usefixtures("nothing_written")
def test_a_file_that_is_no_table_is_refused(service, ada, kind):
    content, status = UPLOADS[kind]
    answer = upload(service, ada, content)
    assert (answer.status_code, len(answer.json()["problems"])) == (status, 1)
    assert str(service.state.workspace.folder) not in answer.text


@pytest.mark.usefixtures("nothing_written")
def test_an_upload_that_grows_too_large_is_cut(service, ada):
    pieces = (b"1\n" * 10_000 for _ in range(100))
    assert upload(service, ada, pieces).status_code == 413


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "..", "a\0b", "C:\\x", "%2e%2e%2f", "\u202ecsv.x"]
)
def test_a_name_is_shown_and_used_for_nothing(service, name):
    person = service.person("eve")
    before = set(written(service))
    answer = upload(service, person, TABLE, name)
    assert answer.status_code == 201
    assert "/" not in answer.json()["name"]
    new = set(written(service)) - before
    assert {name.rpartition("/")[0] for name in new} == {f"tables/{answer.json()['id']}"}
    service.client.delete(f"/api/v1/tables/{answer.json()['id']}", headers=person)
    assert set(written(service)) == before


PATHS = [
    "/api/v1/tables/..%2f..%2fworkspace.sqlite",
    "/api/v1/tables/../../workspace.sqlite",
    "/api/v1/runs/%2e%2e/summary",
    f"/api/v1/jobs/{FORGED}/files/..%2f..%2fworkspace.key",
    f"/api/v1/jobs/{FORGED}/files/%2fetc%2fpasswd",
    "/api/v1/tables/" + "0" * 31,
    "/api/v1/tables/" + "0" * 33,
    "/api/v1/tables/" + "G" * 32,
    f"/api/v1/tables/{FORGED}%00",
    f"/api/v1/tables/{FORGED}%0a",
    "/api/v1/ledger/r'%20OR%201=1",
    "//etc/passwd",
    "/sign-in/../../../../etc/passwd",
    "/static/..%2f..%2fpyproject.toml",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.usefixtures("nothing_written")
def test_no_path_leads_out_and_no_forged_id_leads_in(service, ada, path):
    answer = service.client.get(path, headers=ada)
    assert answer.status_code in {404, 422}
    assert answer.headers["content-type"] == "application/problem+json"


def study(**changes):
    age = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
    return {
        "columns": {"age": age},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        **changes,
    }


def with_column(**settings):
    return study(columns={"age": {"role": "quasi-identifier", **settings}})


PLACES = {
    "data is a path": study(data="/etc/passwd"),
    "data has a path": study(data={"path": "/etc/passwd"}),
    "data has a path and a table": study(data={"table": "TABLE", "path": "/etc/passwd"}),
    "data is a database": study(data={"url": "postgresql://evil.example/x", "query": "SELECT 1"}),
    "data is a local database": study(data={"url": "sqlite:////etc/x", "query": "SELECT 1"}),
    "credentials": study(data={"table": "TABLE", "credentials": "/etc/shadow"}),
    "a hierarchy's path": with_column(hierarchy="/etc/passwd"),
    "a hierarchy's builder": with_column(hierarchy={"builder": "file", "path": "../../x"}),
    "a key's path": study(
        columns={
            "age": {"role": "identifier", "pseudonym": {"method": "keyed-hash", "key": "/etc/key"}}
        }
    ),
    "a key that is made": study(
        columns={
            "age": {
                "role": "identifier",
                "pseudonym": {"method": "keyed-hash", "create_key": True, "key": "x.key"},
            }
        }
    ),
    "records of a subset": study(subset={"records": "/etc/passwd"}),
    "a population's table": study(population={"table": "/etc/passwd"}),
    "profiles": study(recipient={"name": "x", "profiles": "/etc/passwd"}),
    "the output's database": study(output={"url": "sqlite:////tmp/x", "table": "t"}),
    "edges": study(method={"name": "sangreea", "k": 2, "edges": "/etc/passwd"}),
    "somebody else's table": study(data={"table": FORGED}),
}


@pytest.mark.parametrize("kind", PLACES)
@pytest.mark.usefixtures("nothing_written")
def test_a_study_names_no_file_and_no_other_computer(service, ada, table, kind):
    body = json.loads(json.dumps(PLACES[kind]).replace("TABLE", table))
    answer = service.client.post("/api/v1/studies", json={"study": body}, headers=ada)
    assert answer.status_code in {404, 422}
    assert "root:" not in answer.text


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n"
    for old, new in zip("abcdefg", "bcdefgh", strict=True)
)
BODIES = {
    "no JSON": (b"{", 422),
    "not UTF-8": (b'{"study": "\xff"}', 422),
    "another kind": (b'{"study": {}}', 415),
    "a list": (b"[]", 422),
    "nothing": (b"", 422),
    "deep": (b'{"study": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 422),
    "deep keys": (b'{"study": {"columns": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}}", 422),
    "a number beyond all": (b'{"study": {"seed": ' + b"9" * 5000 + b"}}", 422),
    "not a number": (b'{"study": {"seed": NaN}}', 422),
    "a key nobody knows": (b'{"study": {}, "Mueller, 34": 1}', 422),
    "wrong types": (b'{"study": {"columns": ["Mueller"]}}', 422),
    "a text that is no study": (b'{"study": "Mueller"}', 422),
    "a text that laughs": (json.dumps({"study": LAUGHS}).encode(), 422),
    "a text with Python": (b'{"study": "!!python/object/apply:os.system [id]"}', 422),
    "a text too long": (json.dumps({"study": "a: 1\n" * 50_000}).encode(), 422),
    "too large": (b'{"study": "' + b"x" * 5_000_000 + b'"}', 413),
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.usefixtures("nothing_written")
def test_a_body_that_is_no_study_is_refused_without_being_repeated(service, ada, kind):
    content, status = BODIES[kind]
    media = "text/plain" if kind == "another kind" else "application/json"
    answer = service.client.post(
        "/api/v1/studies", content=content, headers={**ada, "Content-Type": media}
    )
    assert answer.status_code == status
    assert SECRET not in answer.text


@pytest.mark.parametrize("action", ["profile", "run", "verify", "hierarchy-show", "predict"])
@pytest.mark.usefixtures("nothing_written")
def test_things_of_others_are_not_there(service, table, action):
    """The second steward asks for everything with the id of the first one's table."""
    bob = service.person("bob")
    names = {"profile": "table", "run": "study", "verify": "run", "hierarchy-show": "hierarchy"}
    body = {names.get(action, "table"): table}
    body |= {"model": table} if action == "predict" else {}
    answer = service.client.post(f"/api/v1/actions/{action}", json=body, headers=bob)
    assert answer.status_code == 404


@pytest.mark.usefixtures("nothing_written")
def test_a_second_steward_finds_nothing_of_the_first(service, ada, table):
    bob = service.person("bob")
    for path in (f"/tables/{table}", f"/tables/{table}/records"):
        assert service.client.get(f"/api/v1{path}", headers=ada).status_code == 200
        answer = service.client.get(f"/api/v1{path}", headers=bob)
        assert answer.status_code == 404
        assert answer.json()["problems"] == ["There is no table with this id."]
    assert service.client.delete(f"/api/v1/tables/{table}", headers=bob).status_code == 404
    assert service.client.get("/api/v1/tables", headers=bob).json() == []


def test_who_keeps_too_many_tables_is_stopped(service):
    person = service.person("greedy")
    statuses = [upload(service, person, TABLE).status_code for _ in range(9)]
    assert statuses == [201] * 8 + [409]


def test_nobody_uploads_everything_at_once(service, ada, table):
    service.state.uploads["ada"] = 4
    assert upload(service, ada, TABLE).status_code == 429
    service.state.uploads["ada"] = 0
    assert upload(service, ada, b"").status_code == 422
    assert service.state.uploads["ada"] == 0


def test_records_are_paged_and_chosen(service, ada, table):
    place = f"/api/v1/tables/{table}/records"
    page = service.client.get(place, params={"first": 1, "count": 2}, headers=ada).json()
    assert (page["records"], page["lines"]) == (4, [["35", "m", "flu"], ["61", "f", "cold"]])
    page = service.client.post(place, json={"query": "sex = f"}, headers=ada).json()
    assert (page["records"], page["lines"][0][0]) == (2, "61")
    for wrong in ("Mueller ==", "name = Mueller", "'; DROP TABLE x"):
        answer = service.client.post(place, json={"query": wrong}, headers=ada)
        assert answer.status_code == 422
        assert SECRET not in answer.text
