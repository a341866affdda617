"""From an ARX project to a study (docs/arx.md)."""
