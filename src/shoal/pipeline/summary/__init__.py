"""The report of a run, one file per section; each section is a plain dict."""
