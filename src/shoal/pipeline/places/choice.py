"""Which place a run has. Other code asks the place where records are, never the study."""

from typing import Any

from shoal.pipeline.places.folder import Folder
from shoal.pipeline.states.place import Place
from shoal.study.study import Study

# Places are loaded when they are chosen: engines and databases are extras.


def folder_of(study: Study) -> type[Folder]:
    """The kind of run folder that a study asks for: by its engine, then by its output."""
    if study.engine.name == "spark":
        from shoal.pipeline.places.spark import Spark  # noqa: PLC0415

        return Spark
    if not study.engine.in_memory:
        from shoal.pipeline.places.duckdb import DuckDB  # noqa: PLC0415

        return DuckDB
    if study.output.url is not None:
        from shoal.pipeline.places.database import Database  # noqa: PLC0415

        return Database
    return Folder


def is_in_memory(study: Study) -> bool:
    """Whether all records of a run are in memory at once."""
    return bool(study.engine.in_memory)


def memory_of(data: Any, study: Study, workspace: Any = None) -> Place:  # noqa: ANN401
    """The place of a table that a caller holds; a frame of Spark stays on its cluster."""
    if type(data).__module__.startswith("pyspark."):
        from shoal.pipeline.places.spark import SparkFrame  # noqa: PLC0415

        return SparkFrame(data, study)
    from shoal.pipeline.places.memory import Memory  # noqa: PLC0415  (runs of files go without)

    return Memory(data, study, workspace)
