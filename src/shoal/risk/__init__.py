"""How dangerous a table is: functions of its classes, not plugins."""

from shoal.risk.measured import Measured, measured

__all__ = ["Measured", "measured"]
