"""Hierarchies, by which values become less specific, and one builder per module.

Importing the package registers every builder, so that a study can name it.
"""

from shoal.hierarchies.builder import Builder, build_hierarchy, builder_of, builders, fit_to_type
from shoal.hierarchies.hierarchy import Hierarchy

builders.live_in(__name__)

__all__ = ["Builder", "Hierarchy", "build_hierarchy", "builder_of", "builders", "fit_to_type"]
