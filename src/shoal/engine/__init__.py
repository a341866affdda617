"""The mathematics, without input or output: codes, classes, candidates, transformation.

Read in this order: `encode` (texts become small integers), `lattice` (which candidates there are),
`grouping` (which records look alike), `classes` (all that a promise may see), `candidate`
(one level vector seen on the data), `transform` (integers become texts again).
"""
