"""Choosing levels without telling much about any record: the exponential mechanism (SafePub).

`scores` says how good a candidate is, in exact numbers that one record hardly changes; `draw` makes
better ones more likely, without floating point; `walk` is the search that is made of such draws.
"""
