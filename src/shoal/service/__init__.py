"""The application without a face: study, pipeline, checks, run folder.

Read `pipeline` first: it is the picture of the whole library in thirty lines. Faces (command line,
Python, web) parse, call one verb of `verbs`, and show.
"""
