"""The compiled exact search for promises about class sizes and separable losses.

Read in this order: `tables` and `costs` (the problem as arrays), `pairs` (bounds before any look),
`memory` (what is remembered), `evaluate` (one candidate), `walk` (which candidates, and when to
stop), `winning` and `ladder` (which of two is better). Proofs: docs/decisions/0010-exact-search.md.
"""
