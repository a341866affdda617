"""The independent check of releases that do not fit into memory: everything is counted first."""

from shoal.verify.large.verifier import verify_large

__all__ = ["verify_large"]
