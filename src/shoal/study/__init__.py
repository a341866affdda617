"""The study file: keys, rules across keys, schema. Opens no table."""
