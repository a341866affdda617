"""The exact search where one failure high up ends many candidates below it.

For promises about populations and whole tables, which the compiled search does not know.
"""

from shoal.search.climbing.search import best_by_climbing, is_for_climbing

__all__ = ["best_by_climbing", "is_for_climbing"]
