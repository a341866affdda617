from pathlib import Path

import pytest

from shoal.data.database_url import file_of, kind_of, problem_of, resolve_url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://host/db",
        "postgres://user@host:5432/db?sslmode=require",
        "postgresql://user:${SECRET}@host/db",
        "postgresql://${ME}:${SECRET}@host/db",
        "postgresql://host/db?user=me&password=${SECRET}",
        "${DATABASE_URL}",
        "sqlite:///a.db",
        "sqlite:////folder/a.db",
        "duckdb:///${FOLDER}/a.duckdb",
    ],
)
def test_urls_without_a_password_are_accepted(url):
    assert problem_of(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:hunter2@host/db",
        "postgresql://user:hun/ter2@host/db",
        "postgresql://user:hun@ter2@host/db",
        "postgresql://user:${SECRET}hunter2@host/db",
        "postgresql://:hunter2@host/db",
        "postgresql://host/db?password=hunter2",
        "postgresql://host/db?user=me&PASSWORD=hunter2",
        "postgresql://host/db?sslpassword=hunter2",
        "mysql://user:hunter2@host/db",
    ],
)
def test_a_password_in_a_url_is_refused_and_not_repeated(url):
    problem = problem_of(url)
    assert "holds a password" in problem
    assert "ter2" not in problem


@pytest.mark.parametrize("url", ["mysql://host/db", "a.db", "sqlite:a.db", "sqlite://a.db", 3, " "])
def test_other_urls_are_refused(url):
    assert problem_of(url) is not None


def test_a_relative_file_is_taken_from_the_folder():
    assert resolve_url("sqlite:///a.db", Path("studies")) == "sqlite:///studies/a.db"
    assert resolve_url("duckdb:///a.db", Path("/studies")) == "duckdb:////studies/a.db"
    assert file_of("duckdb:////studies/a.db") == Path("/studies/a.db")


@pytest.mark.parametrize("url", ["sqlite:////x/a.db", "postgresql://host/db", "sqlite:///${F}/a"])
def test_other_urls_stay_where_they_are(url):
    assert resolve_url(url, Path("studies")) == url


def test_both_spellings_of_postgresql_are_one_kind():
    assert kind_of("postgres://h/d") == kind_of("PostgreSQL://h/d") == "postgresql"
    assert kind_of("host/db") is None
