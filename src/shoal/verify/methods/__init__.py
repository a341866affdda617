"""What a method promises, checked on the written release with this room's own code (paper 003)."""

from shoal.verify.methods.blanks import findings_of_blanks
from shoal.verify.methods.own_cells import findings_of_own_cells
from shoal.verify.methods.promises import BLANKING, KNOWN, OWN_CELLS, method_findings

__all__ = [
    "BLANKING",
    "KNOWN",
    "OWN_CELLS",
    "findings_of_blanks",
    "findings_of_own_cells",
    "method_findings",
]
