"""The limits of a service: for one upload, for one owner, and for memory and time."""

import os
from dataclasses import dataclass

from shoal.data.memory import host_memory

_MEGABYTE = 1 << 20
# Shares of the computer's memory: of all workers together, of all readers together. LEAST is the
# memory that a single one gets in any case.
WORKERS, READERS, LEAST = 0.5, 0.4, 512 * _MEGABYTE


@dataclass(frozen=True)
class Limits:
    """The limits of a service; whoever starts it can set each of them.

    Attributes:
        table_bytes: The size of one upload.
        unpacked_bytes: The size of an upload after decompression.
        cells: Records times columns of one table.
        owner_bytes: The sum of all uploads of one owner.
        owner_tables: How many tables and hierarchies one owner may store.
        owner_studies: How many studies one owner may store.
        owner_jobs: How many jobs of one owner may wait.
        owner_results: How many finished jobs of one owner are kept.
        study_bytes: The size of one study, as JSON.
        job_seconds: After this time a job is stopped; a job may ask for less.
        result_bytes: The size of a job's result, as JSON.
        worker_mb: A worker that has needed more megabytes of memory is replaced after its job.
        worker_bytes: The memory of one worker; None for its share of the computer's memory.
        query_records: How many records the answer of a database may have.
        read_seconds: How long reading an upload may take.
        read_bytes: The memory for reading an upload; None for its share.
    """

    table_bytes: int = 2048 * _MEGABYTE
    unpacked_bytes: int = 8192 * _MEGABYTE
    cells: int = 2_000_000_000
    owner_bytes: int = 20480 * _MEGABYTE
    owner_tables: int = 1000
    owner_studies: int = 1000
    owner_jobs: int = 50
    owner_results: int = 500
    study_bytes: int = 4 * _MEGABYTE
    job_seconds: float = 3600.0
    result_bytes: int = 64 * _MEGABYTE
    worker_mb: float = 4096.0
    worker_bytes: int | None = None
    query_records: int = 50_000_000
    read_seconds: float = 600.0
    read_bytes: int | None = None

    def memory_of_worker(self, workers: int) -> int:
        """The bytes of memory that each of this many workers may have."""
        return self.worker_bytes or max(LEAST, int(WORKERS * host_memory()) // max(1, workers))

    @property
    def memory_of_reader(self) -> int:
        """The bytes of memory that each reader may have."""
        return self.read_bytes or max(LEAST, int(READERS * host_memory()) // readers())


def readers() -> int:
    """How many processes read uploads at the same time: at most 4, and one per core."""
    return min(4, os.cpu_count() or 1)
