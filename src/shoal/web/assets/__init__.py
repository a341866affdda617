"""Files that browsers load besides the pages: styles, scripts and an icon, all in the package."""

from pathlib import Path

from shoal.version import __version__

FOLDER = Path(__file__).parent
STATIC = f"/web/{__version__}"
ICON = FOLDER / "shoal.svg"
