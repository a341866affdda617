"""What a search is given and what it answers: the ground that every search stands on.

`problem` is the question, `outcome` the answer, `strategy` whoever finds it. `table_promises` and
`class_losses` say which classes a promise about the whole table suppresses, `unavoidable` what
everything below a candidate suppresses at least.
"""

from shoal.search.problem.problem import Problem

__all__ = ["Problem"]
