"""What a chart draws, as ECharts reads it: JSON for a library of the browser, which checks it."""

from typing import Any, TypeAlias

Options: TypeAlias = dict[str, Any]
