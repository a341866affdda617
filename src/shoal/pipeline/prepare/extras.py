"""Libraries that a study needs: what would be missing after the search is said before it."""

from shoal.study.study import Study


def require_extras(study: Study) -> None:
    """Refuse a study whose models need libraries that are not installed."""
    if study.evaluate is not None:
        from shoal.learning.libraries import require_learning  # noqa: PLC0415  (rarely asked)

        require_learning()
