"""Space that one search leaves for the next: touching new memory costs as much as filling it."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Spare:
    """Arrays of certain types, each as long as it has to be or longer."""

    def __init__(self, *types: npt.DTypeLike) -> None:
        self._types = types
        self._kept: list[tuple[Array, ...]] = []
        _ALL.append(self)

    def take(self, *sizes: int) -> tuple[Array, ...]:
        """Space of at least these sizes; its contents are arbitrary."""
        try:
            kept = self._kept.pop()  # whoever takes it has it alone: searches may run in threads
        except IndexError:
            return tuple(map(np.empty, sizes, self._types))
        fits = all(len(array) >= size for array, size in zip(kept, sizes, strict=True))
        return kept if fits else self.take(*sizes)

    def put(self, *arrays: Array) -> None:
        """Keep space for the next search; the caller must not use it any more."""
        if not self._kept:
            self._kept.append(arrays)

    def free(self) -> None:
        """Give the space back to the system."""
        self._kept.clear()


_ALL: list[Spare] = []


def free_spare_space() -> None:
    """Give all space back to the system, when a run has finished searching."""
    for spare in _ALL:
        spare.free()
