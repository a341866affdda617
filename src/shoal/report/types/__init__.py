"""The types of Shoal's results: summaries, certificates and reports are dicts of these shapes.

The files on disk and `Release.summary` are plain dicts; nothing is checked or converted when a
program runs. `shoal schema` publishes the same types as JSON Schemas (`shoal.report.schemas`).
"""
