"""How useful a table is, compared with the one it was made from (docs/theory/utility.md)."""

from shoal.utility.compare import compare_tables
from shoal.utility.comparison import Comparison, Include
from shoal.utility.measured import measure_comparison, qualities
from shoal.utility.pairing import Known

__all__ = ["Comparison", "Include", "Known", "compare_tables", "measure_comparison", "qualities"]
