"""A synthetic hospital discharge table with its hierarchies and its study: see docs/example.md."""

from shoal.data.example.folder import write_example
from shoal.data.example.table import discharge

__all__ = ["discharge", "write_example"]
