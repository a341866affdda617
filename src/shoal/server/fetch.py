"""The verb `fetch`: a table of a database that the server knows by name, as a Parquet file.

The query comes from somebody far away. It reads in a transaction that cannot write, it is one
statement, and a database in a file opens no other file.
"""

import re
from pathlib import Path

from shoal.data.credentials import secret_url
from shoal.data.database_url import file_of, kind_of, placed
from shoal.data.databases import TABLE, read_query
from shoal.data.databases.driver import quoted
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.progress import Progress, Watch
from shoal.server.connections import Connection

READS = re.compile(r"\s*(select|with|values)\b", re.IGNORECASE)


def fetch_into(path: Path, known: Connection, asked: str, watch: Watch, most: int) -> None:
    """Write the answer to a query as a Parquet file; it has at most so many records."""
    watch(Progress("read", 0, 1))
    _refuse_absent(known)
    frame = read_query(Source.of(known.data(asked), known.folder), most=most)
    watch(Progress("write", 0, 1))
    frame.write_parquet(path)
    path.chmod(0o600)


def _refuse_absent(known: Connection) -> None:
    """Whoever asks does not learn where the file of a database should be."""
    secrets = known.folder / known.credentials if known.credentials else None
    url = secret_url(placed(known.url, known.folder), secrets)
    if kind_of(url) != "postgresql" and not file_of(url).is_file():
        raise DataError("The file of this database is not there. Tell whoever runs the server.")


def query_of(table: str | None, query: str | None) -> str:
    """The query that was asked: a table's name means all of it."""
    if (table is None) == (query is None):
        raise StudyError("Give either the name of a table or a query.")
    if table is not None:
        found = TABLE.fullmatch(table.strip())
        if not found:
            raise StudyError("`table` must be `table` or `schema.table`, in plain letters.")
        return f"SELECT * FROM {quoted(found[1], found[2])}"  # noqa: S608  (quoted names)
    if not READS.match(str(query)):
        raise StudyError("`query` must be one that reads: it begins with SELECT, WITH or VALUES.")
    return str(query)
