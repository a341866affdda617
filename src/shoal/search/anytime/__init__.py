"""Searches that have an answer at any time and know how far it may be from the best.

`within_limits` runs a method until a limit or the proof; `trail` is what has been seen so far;
`evaluator`, `grid` and `look` see candidates on the data in lattices of any size; `least_losses`,
`lower_bounds`, `column_groups` and `branching` prove; `neighbors` improves.
docs/decisions/0004-anytime-search.md.
"""
