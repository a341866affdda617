"""What the comparisons with an independent tool share."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def report(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """One line per problem, theirs beside ours; written to the module's REPORT at its end."""
    lines: list[str] = []
    yield lines
    place = request.module.REPORT
    place.parent.mkdir(parents=True, exist_ok=True)
    head = "| problem | their score | our score | their levels | our levels | same |\n" + "|---" * 6
    place.write_text("\n".join([head + "|", *sorted(lines)]) + "\n", encoding="utf-8")
