"""The description of the service is complete: words, answers, examples, security."""

import pytest


@pytest.fixture(scope="module")
def operations(tmp_path_factory):
    from served import served  # noqa: PLC0415

    found = served(tmp_path_factory.mktemp("openapi")).app.openapi()
    return {
        f"{method} {path}": operation
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    }


def lacking(operations, holds):
    return [name for name, operation in operations.items() if not holds(operation)]


def test_every_operation_says_what_it_does(operations):
    assert len(operations) > 70
    assert lacking(operations, lambda one: one.get("summary")) == []


def test_every_operation_has_an_id_of_its_own(operations):
    ids = [one["operationId"] for one in operations.values()]
    assert len(ids) == len(set(ids))


def test_every_problem_is_described_as_one(operations):
    def described(operation):
        bad = {key: value for key, value in operation["responses"].items() if int(key) >= 400}
        media = [list(one["content"]) for one in bad.values()]
        needed = {"401", "403", "404", "405", "413", "415", "422", "429", "500"}
        return needed <= set(bad) and all("application/problem+json" in one for one in media)

    assert lacking(operations, described) == []


def test_every_operation_but_signing_in_needs_somebody(operations):
    assert lacking(operations, lambda one: one.get("security")) == ["post /api/v1/session"]


def test_every_success_has_a_schema_or_no_body(operations):
    def described(operation):
        good = {key: one for key, one in operation["responses"].items() if int(key) < 300}
        return good and all(key == "204" or one.get("content") for key, one in good.items())

    assert lacking(operations, described) == []


def test_every_action_has_an_example_that_its_schema_takes(operations):
    from shoal.server.actions import ACTIONS  # noqa: PLC0415

    for name, operation in operations.items():
        if "/actions/" in name:
            example = operation["requestBody"]["content"]["application/json"]["example"]
            ACTIONS[name.rpartition("/")[2]].arguments.model_validate(example)
