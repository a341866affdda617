import pytest

from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.population import REGIONS, needs_population, needs_population_size, within


@pytest.mark.parametrize(("region", "people"), [("USA", 317_238_626), ("Germany", 80_767_000)])
def test_regions_have_their_people(region, people):
    assert REGIONS[region] == people


def test_there_are_fourteen_regions():
    assert len(REGIONS) == 14


def test_a_promise_about_the_table_alone_does_not_ask_for_a_population():
    promise = KAnonymity(k=3)
    assert not needs_population(promise)
    assert not needs_population_size(promise)
    assert within(promise, sample=5, population=10) is promise
