"""Reads the list of edges that a study names: the graph whose nodes are the records."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.data.dialect import SEPARATORS, is_comment
from shoal.data.files import read, resolve_source
from shoal.data.source import Source, format_of
from shoal.data.table import Table, exact_column
from shoal.data.text_file import read_head
from shoal.errors import DataError
from shoal.study.graph import edges_of
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.graph.edge_lists import Connected

COMMENT = "#"  # what lines of public lists begin with that are not edges


def graph_of_records(study: Study, table: Table) -> "Connected | None":
    """The graph whose nodes are the records of a table; None where the study names no edges."""
    if edges_of(study) is None:
        return None
    from shoal.methods.graph.edge_lists import connect_records  # noqa: PLC0415  (only for graphs)

    try:
        listed = read(edge_source(study)).frame
    except DataError as error:
        raise DataError(*(f"method.edges: {problem}" for problem in error.problems)) from None
    return connect_records(exact_column(table.frame, study.method.node), listed)  # type: ignore[union-attr]


def edge_source(study: Study) -> Source:
    """The source of the list of edges; what the study does not say is found out by looking at it.

    Besides the formats of tables, plain text is read: two ids per line with a blank between them,
    whatever the name of the file.
    """
    source = Source.of(edges_of(study) or "", study.folder)
    path = source.path
    if path is None:
        return source
    if source.format is None and format_of(path) is None and path.is_file():
        source = replace(source, format="csv")
    if (source.format or format_of(path)) == "csv" and path.is_file():
        source = _plain_text(source, path)
    return resolve_source(source)


def _plain_text(source: Source, path: Path) -> Source:
    """The source with comment mark and blank as separator, if the list has them."""
    lines = read_head(path).decode("utf-8", errors="ignore").splitlines()
    if source.comment is None and lines and is_comment(lines[0], COMMENT):
        source = replace(source, comment=COMMENT)
    first = next((line for line in lines if line and not is_comment(line, COMMENT)), "")
    if source.separator is None and " " in first and not any(mark in first for mark in SEPARATORS):
        source = replace(source, separator=" ")
    return source
