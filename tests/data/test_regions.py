import pytest

from shoal.data.regions import REGIONS


@pytest.mark.parametrize(("region", "people"), [("USA", 317_238_626), ("Germany", 80_767_000)])
def test_regions_have_their_people(region, people):
    assert REGIONS[region] == people


def test_there_are_fourteen_regions():
    assert len(REGIONS) == 14
