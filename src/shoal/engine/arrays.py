"""Names for the arrays that flow through the engine."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bools: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.int32]
Counts: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Keys: TypeAlias = NDArray[np.uint64]
Records: TypeAlias = NDArray[np.void]  # several numbers per entry, by name
