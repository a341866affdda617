"""How dangerous a table is: functions of its classes, not plugins."""

from shoal.risk.measured import Measured, measure_models

__all__ = ["Measured", "measure_models"]
