"""The case: input and release side by side, column beside column and record beside record."""
