"""What the pages of a method's run say: nothing was searched, so nothing speaks of a search."""

import json
import re

import pytest

import shoal
from methods.paper_003 import COLUMNS, TABLE_2, study
from shoal.study.study import Study

SEARCH = re.compile(r"search|lattice|candidate|optimal\b", re.IGNORECASE)
METHODS = ["datafly", "subcombinations", "local-suppression", "mondrian"]


def words_of(page):
    """The text of a page without styles and tags."""
    return re.sub(r"<style.*?</style>|<[^>]+>", "", page, flags=re.DOTALL)


@pytest.fixture(params=METHODS)
def folder(request, tmp_path):
    """The folder of a run of Table 2 with a method."""
    TABLE_2.write_csv(tmp_path / "table.csv")
    size = "k" if request.param == "mondrian" else "bin_size"
    columns = {**COLUMNS, "ssn": {"role": "identifier"}}
    keys = study({"name": request.param, size: 2}, columns, data={"path": "table.csv"})
    shoal.run(Study.of(keys, tmp_path), tmp_path / "run")
    return tmp_path / "run"


@pytest.mark.parametrize("page", ["report.html", "certificate.html"])
def test_pages_of_a_method_do_not_speak_of_a_search(folder, page):
    assert SEARCH.findall(words_of((folder / page).read_text())) == []


def test_the_summary_of_a_method_counts_no_candidates(folder):
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["lattice_size"] is summary["candidates_checked"] is None


def test_pages_of_a_search_do_speak_of_it(tmp_path):
    """The words are looked for in the right place."""
    TABLE_2.write_csv(tmp_path / "table.csv")
    columns = {**COLUMNS, "ssn": {"role": "identifier"}}
    promise = [{"model": "k-anonymity", "k": 2}]
    keys = {"columns": columns, "privacy": promise, "data": {"path": "table.csv"}}
    shoal.run(Study.of({**keys, "suppression_limit": 0.2}, tmp_path), tmp_path / "run")
    assert SEARCH.search(words_of((tmp_path / "run" / "report.html").read_text()))
