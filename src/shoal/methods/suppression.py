"""Which cells of rare combinations are blanked: a setting of µ-Argus and sub-combinations.

`greedy` looks at the whole table again after every blank, so the blanks of some records make others
safe. `by-record` decides for each record alone, as if no other lost a cell. That blanks more, and
is the fewest blanks only of each record. The fewest of the whole table are nothing to ask for:
k - 1 records without any shown cell match everybody, and protect nobody (docs/theory/methods.md).
"""

from typing import Annotated, Literal

from pydantic import WithJsonSchema

# In older studies, `by-record` is called `optimal`.
Suppression = Annotated[
    Literal["greedy", "by-record", "optimal"],
    WithJsonSchema({"type": "string", "enum": ["greedy", "by-record"]}),
]
