"""The command line: one file per command; each parses, calls one verb of the service, shows."""
