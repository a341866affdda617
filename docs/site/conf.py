"""Settings of the documentation site (`make docs-site`), read by Sphinx.

The pages are the Markdown files of docs/ and the README, CONTRIBUTING and CHANGELOG beside them, as
they are. Navigation is not written down a second time: on every README of docs/, the links below a
heading become the entries of the menu below that heading.
"""

import re
from pathlib import PurePosixPath

from sphinx.application import Sphinx

project = "Shoal"
author = "The Shoal developers"
html_title = "Shoal"
extensions = ["myst_parser"]
root_doc = "docs/README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
exclude_patterns = ["docs/decisions/template.md"]
html_theme = "furo"
html_extra_path = ["index.html"]
html_show_sourcelink = False
html_show_copyright = False
# Nothing is fetched when a page is read; the search index is a file beside the pages.
html_theme_options = {"footer_icons": []}
myst_heading_anchors = 3
# Code blocks without a highlighter are shown as they are; pages may skip a level of headings.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

LINK = re.compile(r"\]\(((?!\w+:)[^)#]+\.md)\)")
MENU = "\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"


def setup(app: Sphinx) -> None:
    """Add the menus when Sphinx reads a page."""
    app.connect("source-read", add_menus)


def add_menus(app: Sphinx, name: str, content: list[str]) -> None:
    """Append to a README of docs/ one menu for each heading that has links below it."""
    if name.startswith("docs/") and name.endswith("README"):
        content[0] += menus_of(content[0], PurePosixPath(name).parent)


def menus_of(text: str, folder: PurePosixPath) -> str:
    """The menus of a page; a page that is linked twice stands in the menu of its first link."""
    menus, seen = "", set()
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        caption, _, below = section.partition("\n")
        pages = [page for page in dict.fromkeys(LINK.findall(below)) if page not in seen]
        seen |= {*pages}
        entries = "\n".join("/" + _normalize(folder / page) for page in pages)
        menus += MENU.format(caption=caption, entries=entries) if pages else ""
    return menus


def _normalize(path: PurePosixPath) -> str:
    """The path without its ending and without `..`: `docs/../README.md` is `README`."""
    parts: list[str] = []
    for part in path.with_suffix("").parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)
