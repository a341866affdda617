"""What a method promises, checked on the written release with this room's own code (paper 003)."""

from shoal.verify.methods.blanks import blanked_findings
from shoal.verify.methods.own_cells import own_cells_findings
from shoal.verify.methods.promises import BLANKING, KNOWN, OWN_CELLS, method_promises

__all__ = [
    "BLANKING",
    "KNOWN",
    "OWN_CELLS",
    "blanked_findings",
    "method_promises",
    "own_cells_findings",
]
