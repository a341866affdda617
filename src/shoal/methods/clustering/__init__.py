"""Clusters of records that lose little together, and what their records show.

`space` is a table as clustering sees it, `growing` forms clusters one after the other, `dispersal`
finds a place for who is left over, `cells` and `loss` tell what a record shows and what is lost.
"""
