"""How much detail a release keeps, as its recipients may know it."""

from collections.abc import Mapping
from typing import Any


def released_detail(summary: Mapping[str, Any], quality: Mapping[str, Any]) -> dict[str, Any]:
    """How much detail the released records keep; those that are missing do not count."""
    records = summary["input"]["records"]
    kept = records - summary["suppressed_records"]

    def of_kept(found: object) -> float | None:
        """A suppressed record has no detail, so the mean over all is that over the kept ones."""
        return round(found * records / kept, 2) if kept and isinstance(found, float) else None

    columns = {
        name: of_kept(found["granularity"]["quality"])
        for name, found in quality.get("columns", {}).items()
    }
    whole = quality.get("granularity", {}).get("arithmetic-mean")
    return {"granularity": of_kept(whole), "columns": columns}
