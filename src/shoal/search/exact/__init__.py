"""The compiled exact search for separable and entropic losses.

Read in this order: `tables` and `costs` (the problem as arrays), `pairs` (bounds before any look),
`memory` (what is remembered) and `spare` (space for it), `evaluate` (one candidate), `look` (what
follows from it), `walk` (which candidates, and when to stop), `winning` and `ladder` (which of two
is better).

For promises about sensitive columns: `sensitive` and `checks` (the promises as arrays), `contents`,
`entry` and `adding_up` (the values of classes), `judge` and `distances` (which classes are kept),
`inside` (one candidate with its values). Proofs: docs/theory/exact-search.md.
"""
