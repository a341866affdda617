"""Every page in every look: not too wide, no empty chart, no barrier, nothing from elsewhere."""

import pytest

from web.looks import faults
from web.places import PLACES, SCHEMES, WIDTHS
from web.screenshots import looked_at
from web.seeded import whole_story

pytestmark = [pytest.mark.slow, pytest.mark.needs("browser")]

# Both widths and both schemes; colors do not depend on the width.
TWO = tuple(zip(WIDTHS, SCHEMES, strict=True))


@pytest.fixture(scope="module")
def made(server):
    """The built-in example, taken through the whole story."""
    return whole_story(server)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_looks_good_wide_and_narrow_light_and_dark(browser, server, made, place):
    looks = looked_at(browser, server, place, made, TWO)
    found = {look: faults(page) for look, page in looks}
    assert {look: wrong for look, wrong in found.items() if wrong} == {}
