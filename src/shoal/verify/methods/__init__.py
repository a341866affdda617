"""What a method promises, checked on the written release with this room's own code (paper 003)."""

from shoal.verify.methods.blanks import blanked_findings
from shoal.verify.methods.promises import BLANKING, KNOWN, method_promises

__all__ = ["BLANKING", "KNOWN", "blanked_findings", "method_promises"]
