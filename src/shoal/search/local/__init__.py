"""Local recoding: every class has levels of its own (docs/local-recoding.md).

A *cell* is one value of every column, each at some level; a *node* is a level vector. Records that
are in one cell may become a class there. Cells open from the cheapest on, each with the records
that are left; records that were hard to place make cells cheaper the next time (prices); regions
are built anew as long as that pays; leftovers join; what can be lowered is lowered. `recoding` says
what every local recoding answers.
"""
