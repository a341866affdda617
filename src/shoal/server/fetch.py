"""The verb `fetch`: a table of a database that the server knows by name, as a Parquet file.

The query comes from a remote person. It must be a single statement, it runs in a transaction that
cannot write, and a database in a file cannot open another file.
"""

import re
from pathlib import Path

from shoal.data.credentials import secret_url
from shoal.data.database_url import file_of, kind_of, resolve_url
from shoal.data.databases import TABLE, read_query
from shoal.data.databases.driver import table_in_sql
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.progress import Progress, Watch
from shoal.server.connections import Connection

READS = re.compile(r"\s*(select|with|values)\b", re.IGNORECASE)


def fetch_into(path: Path, database: Connection, query: str, watch: Watch, most: int) -> None:
    """Write the answer to a query as a Parquet file; an error beyond `most` records."""
    watch(Progress("read", 0, 1))
    _refuse_absent(database)
    frame = read_query(Source.of(database.data(query), database.folder), most=most)
    watch(Progress("write", 0, 1))
    frame.write_parquet(path)
    path.chmod(0o600)


def _refuse_absent(database: Connection) -> None:
    """Refuse a database whose file is missing, without saying where the file should be."""
    secrets = database.folder / database.credentials if database.credentials else None
    url = secret_url(resolve_url(database.url, database.folder), secrets)
    if kind_of(url) != "postgresql" and not file_of(url).is_file():
        raise DataError("The file of this database is not there. Tell whoever runs the server.")


def query_of(table: str | None, query: str | None) -> str:
    """The query to run: the one given, or one that reads a whole table.

    StudyError unless exactly one is given, and it only reads.
    """
    if (table is None) == (query is None):
        raise StudyError("Give either the name of a table or a query.")
    if table is not None:
        parts = TABLE.fullmatch(table.strip())
        if not parts:
            raise StudyError("`table` must be `table` or `schema.table`, in plain letters.")
        return f"SELECT * FROM {table_in_sql(parts[1], parts[2])}"  # noqa: S608  (quoted names)
    if not READS.match(str(query)):
        raise StudyError("`query` must be one that reads: it begins with SELECT, WITH or VALUES.")
    return str(query)
