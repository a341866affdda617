"""The key `engine` of a study: where records are counted (docs/study.md)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from annotated_types import Ge
from pydantic import BeforeValidator, PlainSerializer

from shoal.study.keys.kinds import one_of
from shoal.study.keys.section import Section, takes

MEMORY = "memory"


class Engine(Section):
    """Where the records are counted, and what may be used for it.

    Attributes:
        name: memory, duckdb (one machine, larger than memory) or spark (a cluster).
        memory_mb: Megabytes that DuckDB may use for its tables; what is more goes to disk.
        threads: How many threads DuckDB uses; as many as there are cores by default.
        temporary: The folder for what does not fit into memory.
        master: The address of the Spark cluster; the session's own, or this machine, by default.
    """

    name: Annotated[Literal["memory", "duckdb", "spark"], one_of("memory", "duckdb", "spark")] = (
        "memory"
    )
    memory_mb: Annotated[int, Ge(64)] = 1024
    threads: Annotated[int, Ge(1)] | None = None
    temporary: str | None = None
    master: str | None = None

    @property
    def in_memory(self) -> bool:
        """Whether the table is read into memory."""
        return self.name == MEMORY


@takes(also=("string",))
def _read(given: object) -> object:
    return {"name": given} if isinstance(given, str) else given


def _write(engine: Engine) -> str | Mapping[str, object]:
    given = engine.given()
    return engine.name if set(given) <= {"name"} else {"name": engine.name, **given}


EngineKey = Annotated[Engine, BeforeValidator(_read), PlainSerializer(_write)]
