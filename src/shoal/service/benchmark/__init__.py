"""The verb `benchmark`: its plan, its models, and its folder."""
