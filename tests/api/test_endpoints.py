"""Every endpoint, for every role and every state of a token, in one table.

`nobody` sends no token, `expired` the cookie of a session that is over, `foreign` the cookie of a
steward from a page of another site; the others are scripts with a token of their own. Ids are
forged, so a steward who may ask hears that there is no such thing.
"""

import pytest

from served import FORGED, served
from shoal.api.guard import Guarded
from shoal.server.actions import ACTIONS

COLUMNS = ("nobody", "expired", "foreign", "viewer", "researcher", "steward")
TABLE = """
                                       nobody expired foreign viewer researcher steward
POST   /session                           401     401     403    401        401     401
GET    /session                           401     401     403    200        200     200
DELETE /session                           401     401     403    204        204     204
GET    /tokens                            401     401     403    200        200     200
POST   /tokens                            401     401     403    403        403     403
DELETE /tokens/{id}                       401     401     403    404        404     404
GET    /models                            401     401     403    200        200     200
GET    /models/{family}/{name}            401     401     403    200        200     200
GET    /schemas/study                     401     401     403    200        200     200
POST   /tables                            401     401     403    403        403     422
GET    /tables                            401     401     403    403        403     200
GET    /tables/{id}                       401     401     403    403        403     404
GET    /tables/{id}/records               401     401     403    403        403     404
POST   /projects                          401     401     403    403        403     422
POST   /tables/{id}/records               401     401     403    403        403     404
DELETE /tables/{id}                       401     401     403    403        403     404
POST   /hierarchies                       401     401     403    403        403     422
GET    /hierarchies                       401     401     403    403        403     200
GET    /hierarchies/{id}                  401     401     403    403        403     404
DELETE /hierarchies/{id}                  401     401     403    403        403     404
POST   /keys                              401     401     403    403        403     201
GET    /keys                              401     401     403    403        403     200
DELETE /keys/{id}                         401     401     403    403        403     404
POST   /studies                           401     401     403    403        403     404
GET    /studies                           401     401     403    403        403     200
GET    /studies/{id}                      401     401     403    403        403     404
GET    /studies/{id}/text                 401     401     403    403        403     404
GET    /studies/{id}/unknown-values       401     401     403    403        403     404
PUT    /studies/{id}                      401     401     403    403        403     404
DELETE /studies/{id}                      401     401     403    403        403     404
GET    /jobs                              401     401     403    403        403     200
GET    /jobs/{id}                         401     401     403    403        403     404
POST   /jobs/{id}/cancel                  401     401     403    403        403     404
POST   /jobs/{id}/questions               401     401     403    403        403     404
DELETE /jobs/{id}                         401     401     403    403        403     404
GET    /jobs/{id}/events                  401     401     403    403        403     404
GET    /jobs/{id}/files/{name}            401     401     403    403        403     404
GET    /jobs/{id}/aligned/{view}/{side}   401     401     403    403        403     404
GET    /runs                              401     401     403    403        403     200
GET    /runs/{id}                         401     401     403    403        403     404
DELETE /runs/{id}                         401     401     403    403        403     404
GET    /runs/{id}/summary                 401     401     403    403        403     404
GET    /runs/{id}/report                  401     401     403    403        403     404
GET    /runs/{id}/study                   401     401     403    403        403     404
GET    /runs/{id}/release                 401     401     403    403        404     404
GET    /runs/{id}/nodes                   401     401     403    403        404     404
GET    /runs/{id}/edges                   401     401     403    403        404     404
GET    /runs/{id}/certificate             401     401     403    404        404     404
POST   /runs/{id}/reidentify              401     401     403    403        403     404
GET    /runs/{id}/shares                  401     401     403    403        403     404
POST   /runs/{id}/shares                  401     401     403    403        403     404
DELETE /runs/{id}/shares/{user}           401     401     403    403        403     404
GET    /shared                            401     401     403    200        200     200
GET    /connections                       401     401     403    403        403     200
GET    /ledger                            401     401     403    403        403     200
GET    /account                           401     401     403    403        403     200
POST   /forget                            401     401     403    403        403     200
GET    /ledger/{release}                  401     401     403    403        403     404
POST   /ledger/{release}/withdraw         401     401     403    403        403     404
POST   /actions/align                     401     401     403    403        403     404
POST   /actions/apply                     401     401     403    403        403     404
POST   /actions/attack                    401     401     403    403        403     404
POST   /actions/benchmark                 401     401     403    403        403     404
POST   /actions/candidates                401     401     403    403        403     404
POST   /actions/certificate               401     401     403    403        403     404
POST   /actions/check                     401     401     403    403        403     404
POST   /actions/compare                   401     401     403    403        403     404
POST   /actions/demo                      401     401     403    403        403     202
POST   /actions/draw-graph                401     401     403    403        403     404
POST   /actions/evaluate                  401     401     403    403        403     404
POST   /actions/fetch                     401     401     403    403        403     202
POST   /actions/export-mapping            401     401     403    403        403     404
POST   /actions/export-model              401     401     403    403        403     404
POST   /actions/frontier                  401     401     403    403        403     404
POST   /actions/give                      401     401     403    403        403     404
POST   /actions/hierarchy-build           401     401     403    403        403     404
POST   /actions/hierarchy-edit            401     401     403    403        403     404
POST   /actions/hierarchy-export          401     401     403    403        403     404
POST   /actions/hierarchy-show            401     401     403    403        403     404
POST   /actions/hierarchy-validate        401     401     403    403        403     404
POST   /actions/predict                   401     401     403    403        403     404
POST   /actions/profile                   401     401     403    403        403     404
POST   /actions/reread                    401     401     403    403        403     404
POST   /actions/risk                      401     401     403    403        403     404
POST   /actions/run                       401     401     403    403        403     404
POST   /actions/steps                     401     401     403    403        403     404
POST   /actions/study-upgrade             401     401     403    403        403     404
POST   /actions/teach                     401     401     403    403        403     404
POST   /actions/verify                    401     401     403    403        403     404
"""
# What everybody may ask, signed in or not.
OPEN = {
    ("GET", "/"), ("GET", "/sign-in"), ("GET", "/sign-in.js"), ("GET", "/sign-in.css"),
    ("GET", "/api/v1/openapi.json"),
}  # fmt: skip
STUDY = {"data": {"table": FORGED}, "columns": {"age": {"role": "quasi-identifier"}}}
BODIES = {
    "POST /session": {"token": "forged"},
    "POST /tokens": {},
    "POST /keys": {"name": "k"},
    "POST /studies": {"study": STUDY},
    "PUT /studies/{id}": {"study": STUDY},
    "POST /jobs/{id}/questions": {"k": 5},
    "POST /tables/{id}/records": {"query": "age > 18"},
    "POST /runs/{id}/shares": {"user": "grace"},
    "POST /runs/{id}/reidentify": {"column": "id", "pseudonyms": ["p"], "reason": "a recall"},
    "POST /forget": {"person": "nobody"},
}


def rows():
    for line in TABLE.strip().splitlines()[1:]:
        method, path, *statuses = line.split()
        yield method, path, dict(zip(COLUMNS, map(int, statuses), strict=True))


def guarded(app):
    """All routes with their methods; whatever is no route of ours has no guard."""
    for route in app.routes:
        if isinstance(route, Guarded):
            yield from ((method, route.path) for method in route.methods)


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = served(tmp_path_factory.mktemp("endpoints"))
    running.state.attempts.per_account = running.state.attempts.per_address = 10**6
    running.state.attempts.everywhere = 10**6
    with running.client:
        yield running


def test_the_table_has_every_endpoint_and_no_other(service):
    listed = {(method, f"/api/v1{path}") for method, path, _ in rows()}
    assert listed | OPEN == set(guarded(service.app))


def test_no_route_is_without_a_guard(service):
    unguarded = [route.path for route in service.app.routes if not isinstance(route, Guarded)]
    assert unguarded == ["/api/v1/jobs/{id}/events"]  # the websocket, which asks by itself


def test_every_action_of_the_command_line_is_an_endpoint(service):
    slow = {f"/actions/{name}" for name, action in ACTIONS.items() if not action.quick}
    assert slow == {path for _, path, _ in rows() if path.startswith("/actions/")}
    quick = {name for name, action in ACTIONS.items() if action.quick}
    assert quick == {
        "models", "ledger", "ledger-show", "ledger-withdraw", "ledger-account", "ledger-forget",
        "reidentify", "connections", "hierarchy-unknown",
    }  # fmt: skip


def asked(service, method, path, headers):
    described = service.app.openapi()["paths"][f"/api/v1{path}"][method.lower()]
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = BODIES.get(f"{method} {path}", content.get("example"))
    names = {"id": FORGED, "release": "r" + FORGED, "family": "privacy", "name": "k-anonymity"}
    place = path.format(**names, user="grace", view="class", side="release")
    query = {"name": "x.csv"} if path in {"/tables", "/hierarchies", "/projects"} else None
    service.client.cookies.clear()
    return service.client.request(
        method, f"/api/v1{place}", headers=headers, json=body, params=query
    )


def people(service):
    return {
        "nobody": {},
        "expired": service.browser("steward", seconds=-1),
        "foreign": {**service.browser("steward"), "Origin": "http://evil.example"},
        "viewer": service.person("viewer", "viewer"),
        "researcher": service.person("researcher", "researcher"),
        "steward": service.person("steward"),
    }


@pytest.mark.parametrize(("method", "path", "expected"), list(rows()), ids=str)
def test_every_role_and_token_gets_the_status_of_the_table(service, method, path, expected):
    found = {
        name: asked(service, method, path, headers) for name, headers in people(service).items()
    }
    assert {name: answer.status_code for name, answer in found.items()} == expected
    for answer in found.values():
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["status"] == answer.status_code
            assert all(answer.json()["problems"])
