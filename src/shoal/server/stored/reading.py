"""Read an upload for the first time, in another process with limited memory and time.

Whatever a file does to its reader, the service goes on. Run as a program, this module reads the
files that its input names and writes what it found; both are lines of JSON.
"""

import contextlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import cast

from shoal.data.memory import bind_memory
from shoal.errors import DataError, ShoalError
from shoal.pipeline.states.stopwatch import peak_memory_mb
from shoal.server.stored.contents import Content
from shoal.server.stored.limits import Limits
from shoal.server.stored.readers import OUT_OF_TIME, FoundContent, Readers, ReadOrder, ReadResult
from shoal.server.stored.refusals import TooLarge

UNREADABLE = "The file cannot be read as a table. Expected CSV, Parquet, Arrow, Excel or FHIR."
MEMORY = "The file takes more memory to be read than is allowed."
BEHIND = 10  # niceness of readers, so that they do not slow down the server
READERS = Readers()


def read_apart(path: Path, kind: str, limits: Limits, owner: str = "") -> Content:
    """The content of a file, read by another process; waits until it is this owner's turn.

    TooLarge if it takes too much memory or time, DataError if it is no table or hierarchy.
    """
    order: ReadOrder = {
        "path": str(path), "kind": kind, "cells": limits.cells, "memory": limits.memory_of_reader,
    }  # fmt: skip
    with READERS.reader(owner) as reader:
        found = reader.read(order, limits.read_seconds)
    if found is OUT_OF_TIME:
        raise TooLarge(f"The file could not be read within {limits.read_seconds:.0f} seconds.")
    if found is None:  # it was killed, for lack of memory most likely
        raise TooLarge(MEMORY)
    if "problems" in found:
        raise (TooLarge if found["large"] else DataError)(*found["problems"])
    content = found["content"]
    columns = tuple(content["columns"])
    return Content(content["format"], content["suffix"], content["records"], columns)


def read_here(path: Path, kind: str, limits: Limits) -> Content:
    """The content of a file, read by this process."""
    from shoal.server.stored.table_facts import facts_of  # noqa: PLC0415  (loads Polars)

    return facts_of(path, kind, limits.cells)


def main() -> None:
    """Read file after file, until the server is gone or a file has broken this process."""
    import shoal.server.stored.table_facts  # noqa: F401, PLC0415  (before the first file comes)

    with contextlib.suppress(OSError, AttributeError):  # Windows has no os.nice
        os.nice(BEHIND)
    # Text that a library prints must not be mistaken for an answer.
    output = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        found = _answer(json.loads(line))
        print(json.dumps({**found, "peak_mb": peak_memory_mb()}), file=output, flush=True)
        if found.get("last"):
            return


def _answer(order: ReadOrder) -> ReadResult:
    """Read the file of an order; an error becomes part of the result."""
    bind_memory(order["memory"])
    limits = Limits(cells=order["cells"])
    try:
        found = read_here(Path(order["path"]), order["kind"], limits)
        return {"content": cast(FoundContent, asdict(found))}
    except ShoalError as error:
        return {"problems": error.problems, "large": isinstance(error, TooLarge)}
    except MemoryError:
        return {"problems": [MEMORY], "large": True, "last": True}
    except BaseException:  # a panic of Polars is no Exception; its text may quote a value
        return {"problems": [UNREADABLE], "large": False, "last": True}


if __name__ == "__main__":
    main()
