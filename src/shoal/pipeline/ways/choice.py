"""Which way a study has. Other code asks the way how a study is solved, never its keys."""

from shoal.data.files import read
from shoal.data.table import Table
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.way import Way
from shoal.pipeline.ways.search import Search
from shoal.study.graph import edges_of
from shoal.study.study import Study

# Ways are loaded when they are chosen: most studies search.


def way_of(study: Study) -> Way:
    """How a study is solved."""
    if study.private is not None:
        from shoal.pipeline.ways.private import Private  # noqa: PLC0415

        return Private(study)
    if edges_of(study) is not None:
        from shoal.pipeline.ways.graph import Graph  # noqa: PLC0415

        return Graph(study)
    if study.method is not None:
        from shoal.pipeline.ways.method import Method  # noqa: PLC0415

        return Method(study)
    if study.is_local:
        from shoal.pipeline.ways.local import Local  # noqa: PLC0415

        return Local(study)
    return Search(study)


def read_input(study: Study, data: object | None = None) -> Read:
    """The table that a study names, or the given table in memory, with the study.

    For work that publishes nothing: no budget is looked up, and the input has no fingerprint.
    """
    if data is not None:
        return read_of(study, Table.of(data))
    source = source_of(study)
    return read_of(study, read(source), source.decimal or ".")


def read_of(study: Study, table: Table, decimal: str = ".") -> Read:
    """A table in memory with the study that asks about it, and the way of the study."""
    return Read(study, way_of(study), table, decimal)
