"""From a study and a table to a problem that can be solved."""
