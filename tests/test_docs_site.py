"""The documentation site: every page has a place, links lead somewhere, nothing is fetched."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

CHECKOUT = Path(__file__).parents[1]


def build(source, target):
    """Build the site as `make docs-site` does; warnings are errors."""
    command = "-m sphinx -q -W --keep-going -c docs/site ."
    return subprocess.run(
        [sys.executable, *command.split(), str(target)],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built once."""
    target = tmp_path_factory.mktemp("site")
    done = build(CHECKOUT, target)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def conf():
    """The settings of the site."""
    spec = importlib.util.spec_from_file_location("conf", CHECKOUT / "docs" / "site" / "conf.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_below_a_heading_become_its_menu(conf):
    text = "# Map\n## Start\n[one](a.md) [up](../README.md)\n## More\n[one](a.md) [two](b/c.md)\n"
    menus = conf.menus_of(text, PurePosixPath("docs"))
    assert re.findall(r":caption: (.*)", menus) == ["Start", "More"]
    assert re.findall(r"^/(.*)$", menus, re.MULTILINE) == ["docs/a", "README", "docs/b/c"]


def test_make_builds_the_site_with_the_command_of_this_test():
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    assert "-m sphinx -q -W --keep-going -j auto -c docs/site . build/site" in makefile


@pytest.mark.slow
def test_every_page_is_on_the_site_and_fetches_nothing(site):
    pages = {path.relative_to(CHECKOUT) for path in (CHECKOUT / "docs").rglob("*.md")}
    pages.discard(Path("docs/decisions/template.md"))
    missing = [str(page) for page in pages if not (site / page.with_suffix(".html")).is_file()]
    assert missing == []
    outside = re.compile(r"""<(?:script|img|link)\b[^>]*\b(?:src|href)=["'](?:https?:)?//""")
    found = [str(p) for p in site.rglob("*.html") if outside.search(p.read_text("utf-8"))]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        ("[nowhere](nowhere.md)", "nowhere"),
        ("[no such heading](../study.md#no-such-heading)", "no-such-heading"),
    ],
)
def test_the_law_catches_a_link_to_nowhere(tmp_path, lie, complaint):
    source = tmp_path / "source"
    shutil.copytree(CHECKOUT / "docs" / "site", source / "docs" / "site")
    (source / "docs" / "README.md").write_text("# Map\n\n## All\n\n[a](start/a.md) [b](study.md)\n")
    (source / "docs" / "start").mkdir()
    (source / "docs" / "study.md").write_text("# Study\n")
    (source / "docs" / "start" / "a.md").write_text(f"# A\n\n{lie}\n")
    done = build(source, tmp_path / "site")
    assert done.returncode != 0
    assert complaint in done.stderr


@pytest.mark.slow
def test_the_law_catches_a_page_without_a_place(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(CHECKOUT / "docs" / "site", source / "docs" / "site")
    (source / "docs" / "README.md").write_text("# Map\n")
    (source / "docs" / "lost.md").write_text("# Lost\n")
    done = build(source, tmp_path / "site")
    assert done.returncode != 0
    assert "isn't included in any toctree" in done.stderr


@pytest.mark.slow
@pytest.mark.needs("browser")
def test_a_person_finds_a_page_without_a_network(site):
    from web.browser import chromium  # noqa: PLC0415  (only where there is a browser)

    with chromium() as browser:
        page = browser.new_context(offline=True).new_page()
        page.goto((site / "index.html").as_uri())
        page.wait_for_url("**/docs/README.html")
        page.get_by_role("textbox", name="Search").fill("t-closeness")
        page.keyboard.press("Enter")
        results = page.locator("#search-results li a")
        results.first.wait_for()
        assert any("closeness" in text for text in results.all_inner_texts())
