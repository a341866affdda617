"""Charts in a page: drawn as SVG in the colors of the theme, each with a text for screen readers.

`chart` holds the element; what it draws is a dictionary of options.
"""

from typing import Any, TypeAlias

# As ECharts reads them: JSON for a library in the browser, which checks it.
Options: TypeAlias = dict[str, Any]
