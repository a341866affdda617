"""Promises about the sizes of classes."""

from shoal.errors import StudyError
from shoal.verify.promises.answer import Answer, Promise
from shoal.verify.promises.classes import Classes


def k_anonymity(promise: Promise, classes: Classes) -> Answer:
    """Every class has at least k members (Sweeney 2002)."""
    k = promise.get("k")
    if not isinstance(k, int):
        raise StudyError("The promise `k-anonymity` needs a whole number `k`.")
    smallest = int(classes.sizes.min()) if len(classes.sizes) else None
    return Answer(classes.sizes < k, f"are smaller than {k}", smallest)
