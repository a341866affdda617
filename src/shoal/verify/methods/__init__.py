"""What a method promises, checked on the written release with this room's own code (paper 003)."""

from shoal.verify.methods.blanks import findings_of_blanks
from shoal.verify.methods.changed import findings_of_changed
from shoal.verify.methods.own_cells import findings_of_own_cells
from shoal.verify.methods.promises import (
    BLANKING,
    CHANGING,
    KNOWN,
    OWN_CELLS,
    Origins,
    method_findings,
)

# The checks of methods that no levels explain; the first that knows a method counts.
BY_CELL = {
    BLANKING: findings_of_blanks,
    CHANGING: findings_of_changed,
    OWN_CELLS: findings_of_own_cells,
}

__all__ = [
    "BLANKING",
    "BY_CELL",
    "CHANGING",
    "KNOWN",
    "OWN_CELLS",
    "Origins",
    "method_findings",
]
