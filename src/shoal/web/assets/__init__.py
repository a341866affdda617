"""What browsers load besides the pages: one style, one script, one icon; all are in the package."""

from pathlib import Path

from shoal.version import __version__

FOLDER = Path(__file__).parent
STATIC = f"/web/{__version__}"
ICON = FOLDER / "shoal.svg"
