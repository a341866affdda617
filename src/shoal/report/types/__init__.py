"""What Shoal tells, as types: the dicts that summaries, certificates and reports are.

The files on disk and `Release.summary` are plain dicts; nothing is checked or converted when a
program runs. `shoal schema` publishes the same types as JSON Schemas (`shoal.report.schemas`).
"""
