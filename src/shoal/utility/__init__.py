"""How useful a table is, compared with the one it was made from (spec/utility.md §4)."""

from shoal.utility.compare import compared
from shoal.utility.comparison import Comparison, Include
from shoal.utility.measured import measured, qualities
from shoal.utility.pairing import Known

__all__ = ["Comparison", "Include", "Known", "compared", "measured", "qualities"]
