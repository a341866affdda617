"""The promise of flocks once more, written separately."""


def check(classes, parameters):
    """Which classes are too small, and the size of the smallest."""
    sizes = classes.sizes.tolist()
    return [size < int(parameters["smallest"]) for size in sizes], min(sizes, default=None)
