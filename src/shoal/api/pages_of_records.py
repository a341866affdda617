"""Pages of a stored table for its steward's eyes; the last tables looked at stay in memory."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock

import polars as pl

from shoal.data.files import read, resolved
from shoal.data.source import Source

MOST = 512 * 1024 * 1024  # bytes of all tables that stay
_FRAMES: OrderedDict[str, pl.DataFrame] = OrderedDict()
_READING = Lock()


def page_of(path: Path, id: str, offset: int, limit: int) -> pl.DataFrame:
    """Some records as texts."""
    return _frame(path, id).slice(offset, limit).select(pl.all().cast(pl.String, strict=False))


def forget_page(id: str) -> None:
    """Keep nothing of a table that was forgotten."""
    _FRAMES.pop(id, None)


def _frame(path: Path, id: str) -> pl.DataFrame:
    found = _FRAMES.get(id)
    if found is None:
        with _READING:  # one at a time: each takes memory
            found = read(resolved(Source.of(path))).frame
        _FRAMES[id] = found
        while sum(one.estimated_size() for one in list(_FRAMES.values())) > MOST:
            _FRAMES.popitem(last=False)
    return found
