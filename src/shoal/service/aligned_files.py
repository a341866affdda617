"""The files in which a table and its release stand side by side, and what became of a record."""

BY_TABLE, BY_CLASS = "by_table.arrow", "by_class.arrow"
RELEASED, SUPPRESSED, OUTSIDE = 0, 1, 2  # outside: not in the research subset
