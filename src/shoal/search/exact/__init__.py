"""The compiled exact search for separable and entropic losses.

Read in this order: `tables` and `costs` (the problem as arrays), `pairs` (bounds before any look),
`memory` (what is remembered) and `spare` (space for it), `classes` (the classes of one candidate),
`evaluate` (what it suppresses), `look` (what follows from it), `paths` (which candidates, and when
to stop), `walk` (the rules of this search), `winning` and `ladder` (which of two is better). The
search by classes (`search/by_class`) has the same memory, classes and paths, and rules of its own.

For promises about sensitive columns: `sensitive` and `checks` (the promises as arrays), `contents`,
`entry` and `adding_up` (the values of classes), `judge` and `distances` (which classes are kept),
`inside` (one candidate with its values). Proofs: docs/theory/exact-search.md.
"""
