"""Values are changed instead of blanked: random replacement, noise, swapping, averaging.

Functions on columns, each with what is lost and what is still disclosed (spec/privacy.md §9.9). All
chance comes from the operating system; tests hand in draws of their own.
"""
