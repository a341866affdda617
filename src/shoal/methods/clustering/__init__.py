"""Clusters of records that lose little together, and what their records show.

`space` is a table as clustering sees it. `growing` forms clusters one after the other, and finds a
place for records that are left over. `cells` is what records show, `loss` what they lose.
"""
