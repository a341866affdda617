"""The values of a column: their texts and spellings, their order, their hierarchies."""
