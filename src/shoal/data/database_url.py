"""URLs of databases in a study: which are known, and that they hold no password.

    postgresql://user@host:5432/database      a server
    sqlite:///folder/file.db                  a file, relative to the study
    duckdb:////folder/file.duckdb             a file, by its full path

`${NAME}` stands for a variable of the environment or of the credentials file, so that whoever
reads the study, the run folder or a log does not read a password (CWE-798, CWE-532).
"""

import re
from pathlib import Path

KINDS = {
    "postgresql": "postgresql",
    "postgres": "postgresql",
    "sqlite": "sqlite",
    "duckdb": "duckdb",
}
REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_FILE = re.compile(r"(sqlite|duckdb):///(?=[^/$])")
_SECRET = re.compile(r"(?i)[?&](?:ssl)?password=([^&]*)")
_NOT_HERE = (
    "holds a password. Studies are shared and kept, so put it into the environment"
    " (write `${NAME}` in its place) or into a file named by `credentials`."
)


def problem_of(url: object) -> str | None:
    """What is wrong with a URL in a study, as the end of a sentence; None if nothing is.

    The message never repeats the URL.
    """
    if not isinstance(url, str) or not url.strip():
        return "must be a text such as postgresql://user@host/database or sqlite:///file.db."
    if any(REFERENCE.sub("", secret) for secret in _secrets(url)):
        return _NOT_HERE
    if REFERENCE.match(url):
        return None  # checked when the variable is filled in
    if kind_of(url) is None:
        return f"is not of a known kind. Known: {', '.join(f'{kind}://' for kind in KINDS)}."
    if kind_of(url) != "postgresql" and not re.match(r"\w+:///.", url):
        return "needs the path of a file after three slashes, such as sqlite:///file.db."
    return None


def kind_of(url: str) -> str | None:
    """Which kind of database a URL leads to, one of the values of `KINDS`; None if unknown."""
    return KINDS.get(url.partition("://")[0].lower()) if "://" in url else None


def file_of(url: str) -> Path:
    """The file of a URL of SQLite or DuckDB."""
    return Path(url.partition(":///")[2])


def resolve_url(url: str, folder: Path) -> str:
    """The URL with the path of a relative file resolved against the folder."""
    start = _FILE.match(url)
    return f"{start[0]}{folder / url[start.end() :]}" if start else url


def _secrets(url: str) -> list[str]:
    """Whatever could be a password, empty texts included.

    It may stand after a colon before the last @, or be a parameter.
    """
    # A password may hold any character, so nothing before the last @ is trusted to be a host.
    account = url.partition("://")[2].rpartition("@")[0]
    return [account.partition(":")[2], *_SECRET.findall(url)]
