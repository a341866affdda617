"""An independent check of a written release (design.md §6, "Verification").

This room trusts nothing that made the release: it reads the study, the files and the hierarchies
with its own code, builds the hierarchies again, and imports nothing of Shoal but its errors.
"""

from shoal.verify.databases import read_table
from shoal.verify.verdict import Finding, Verdict
from shoal.verify.verifier import verify, verify_frames

__all__ = ["Finding", "Verdict", "read_table", "verify", "verify_frames"]
