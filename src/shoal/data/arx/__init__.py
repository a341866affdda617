"""Project files of ARX, a desktop tool (docs/arx.md)."""
