"""Processor time of a server and its workers, which a busy computer does not change much."""

from pathlib import Path

NANOSECONDS = 1e-9


def processor_seconds(process: int) -> float:
    """Processor time of a process and its children so far, as Linux counts it."""
    folder = Path(f"/proc/{process}/task")
    own = sum(int(task.read_text().split()[0]) for task in folder.glob("*/schedstat"))
    children = [
        int(child) for task in folder.glob("*/children") for child in task.read_text().split()
    ]
    return own * NANOSECONDS + sum(map(processor_seconds, children))
