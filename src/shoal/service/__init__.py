"""The application without a face: one verb per file.

Read `pipeline/spine.py` first: it is the picture of the whole library. Faces (command line, Python,
web) parse what they are given, call one verb, and show its result.
"""
