"""The answer of a PostgreSQL server in a temporary file, so that it can be counted and read again.

A server would count by itself, but a second question may get another answer: what is released must
be what was counted. The file lies in the run's temporary folder, for the owner only.
"""

from pathlib import Path
from typing import Any

from shoal.data.credentials import secret_url
from shoal.data.source import Source
from shoal.scale.duckdb_relation import quoted_name, quoted_text

# The same types as the data room gives to what the server tells.
TYPES = {
    **dict.fromkeys(("int2", "int4", "int8", "oid"), "BIGINT"),
    **dict.fromkeys(("float4", "float8"), "DOUBLE"),
    "date": "DATE",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMPTZ",
}


def spooled(connection: Any, source: Source, folder: Path) -> str | None:  # noqa: ANN401
    """The table as an expression of SQL; None if the source is no server of PostgreSQL."""
    if source.path is not None or not str(source.url).startswith("postgres"):
        return None
    from shoal.data.databases.postgresql import PostgreSQL  # noqa: PLC0415  (an extra)

    url, query = secret_url(str(source.url), source.credentials), str(source.query)
    path = folder / "answer.csv"
    with path.open("wb") as file:
        kinds = PostgreSQL().spool(url, query.rstrip().rstrip(";"), file)
    columns = ", ".join(f"{quoted_text(name)}: 'VARCHAR'" for name in kinds)
    settings = f"auto_detect = false, header = true, columns = {{{columns}}}, nullstr = ''"
    texts = f"read_csv({quoted_text(str(path))}, {settings}, quote = '\"', escape = '\"')"
    cells = ", ".join(_cell(connection, texts, name, kind) for name, kind in kinds.items())
    return f"(SELECT {cells} FROM {texts})"  # noqa: S608


def _cell(connection: Any, texts: str, name: str, kind: str) -> str:  # noqa: ANN401
    column = quoted_name(name)
    if kind == "bool":
        return f"({column} = 't') AS {column}"
    if kind == "numeric":
        longest = f"max(length(regexp_extract({column}, '[.]([0-9]+)$', 1)))"
        [(decimals,)] = connection.execute(f"SELECT {longest} FROM {texts}").fetchall()  # noqa: S608
        return f"CAST({column} AS DECIMAL(38, {int(decimals or 0)})) AS {column}"
    return f"CAST({column} AS {TYPES.get(kind, 'VARCHAR')}) AS {column}"
