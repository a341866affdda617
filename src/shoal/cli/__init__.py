"""The command line: one file per command; each parses, calls one verb of the service, shows."""


def main() -> None:
    """The entry point of the command `shoal`."""
    from shoal.cli.program import main as run  # noqa: PLC0415  (nothing is loaded before)

    run()
