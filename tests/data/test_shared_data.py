"""Every table of the shared datasets is read without options, by Shoal and by the verifier."""

import polars as pl
import pytest

from conftest import data_folder
from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.verify.tables.files import read_file as read_by_verifier

pytestmark = pytest.mark.needs("data")
HIERARCHIES = ("hierarchies", "hierarchies_full", "hierarchies_derived", "gen_hierarchies")
TABLES = sorted(
    path
    for pattern in ("*/*.csv", "*/*.csv.gz", "*/*.json")
    for path in data_folder().glob(pattern)
    if path.parent.name not in HIERARCHIES
)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_dataset_is_read_without_options(path):
    source = resolve_source(Source.of(path))
    frame = read(source).frame
    assert frame.height > 0
    found = read_by_verifier(path, source.settings(), tuple(frame.columns))
    assert found.select(pl.all().cast(pl.String).replace("", None)).equals(frame)


def test_there_are_as_many_as_the_list_of_datasets_says(shared_data):
    listed = pl.read_csv(shared_data / "MANIFEST.csv", infer_schema=False)
    names = {str(path.relative_to(shared_data)) for path in TABLES}
    assert names <= set(listed.to_series(0))
    assert len(TABLES) >= 55
