"""The mathematics behind sub-combination analysis: matching, mining, covering, giving back.

A cell that is blank matches every value (paper 003). Tables are arrays of codes here, one row per
record and BLANK where a cell is blank; `shoal.methods.subcombinations` takes and gives frames.
"""
