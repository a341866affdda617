"""Reading an upload for the first time, in a process of its own with little memory and time.

Whatever a file does to its reader, the service goes on. Run as a program, this module reads one
file and writes what it found, as JSON.
"""

import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

from shoal.errors import DataError, ShoalError
from shoal.service.stored.contents import Content
from shoal.service.stored.limits import Limits
from shoal.service.stored.refusals import TooLarge

UNREADABLE = "The file cannot be read as a table. Expected CSV, Parquet, Arrow, Excel or FHIR."


def read_apart(path: Path, kind: str, limits: Limits) -> Content:
    """What is in a file, found out by a process of its own."""
    # -P: what lies in the current folder is not imported.
    program = [sys.executable, "-P", "-m", "shoal.service.stored.reading"]
    given = [str(path), kind, str(limits.cells), str(limits.read_bytes)]
    try:
        done = subprocess.run(  # noqa: S603  (our own program; the path is ours)
            [*program, *given], capture_output=True, timeout=limits.read_seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise TooLarge(
            f"The file could not be read within {limits.read_seconds:.0f} seconds."
        ) from None
    try:
        found = json.loads(done.stdout)
    except ValueError:  # it was killed, for lack of memory most likely
        raise TooLarge("The file takes more memory to be read than is allowed.") from None
    if "problems" in found:
        raise (TooLarge if found["large"] else DataError)(*found["problems"])
    return Content(**{**found, "columns": tuple(found["columns"])})


def read_here(path: Path, kind: str, limits: Limits) -> Content:
    """What is in a file, found out by this process."""
    from shoal.service.stored.table_facts import facts_of  # noqa: PLC0415  (loads Polars)

    return facts_of(path, kind, limits.cells)


def main(arguments: list[str]) -> None:
    """Read one file and write what was found."""
    path, kind, cells, memory = arguments
    _bound(int(memory))
    limits = replace(Limits(), cells=int(cells))
    sys.stdout.write(json.dumps(_answer(Path(path), kind, limits)))


def _answer(path: Path, kind: str, limits: Limits) -> dict[str, object]:
    try:
        return asdict(read_here(path, kind, limits))
    except ShoalError as error:
        return {"problems": error.problems, "large": isinstance(error, TooLarge)}
    except MemoryError:
        problem = "The file takes more memory to be read than is allowed."
        return {"problems": [problem], "large": True}
    except BaseException:  # a panic of a reader is no exception; what it says may quote a value
        return {"problems": [UNREADABLE], "large": False}


def _bound(memory: int) -> None:
    """The system refuses more memory than this, where it can."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(sys.argv[1:])
