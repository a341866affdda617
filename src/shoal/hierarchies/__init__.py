"""Hierarchies, by which values become less specific, and one builder per module.

Importing the package registers every builder, so that a study can name it.
"""

from shoal.hierarchies.builder import Builder, builder_of, builders, built, typed
from shoal.hierarchies.hierarchy import Hierarchy

builders.live_in(__name__)

__all__ = ["Builder", "Hierarchy", "builder_of", "builders", "built", "typed"]
