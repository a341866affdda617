"""Every k and every suppression limit from one sweep of the whole lattice (docs/theory/search.md).

`sweep` and `descent` walk, `runs` and `unit_sums` keep what they see small, `answers` answers
questions from it, `pareto` finds what no other candidate beats.
"""

from shoal.search.frontier.answers import Answer, Frontier, frontier_of

__all__ = ["Answer", "Frontier", "frontier_of"]
