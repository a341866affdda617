"""Values are changed instead of blanked: random replacement, noise, swapping, averaging.

Functions on columns, each with what is lost and what is still disclosed (docs/theory/methods.md).
All chance comes from the operating system; tests hand in draws of their own.
"""
