"""Whom released records can be: which records of the input each of them can stem from.

`order`, `hidden_order` and `hidden_values` ask what the order of records tells about it.
"""
