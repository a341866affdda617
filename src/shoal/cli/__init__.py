"""The command line: one file per command. Each parses, calls one verb of the service, and shows."""


def main() -> None:
    """The entry point of the command `shoal`."""
    from shoal.cli.program import main as run  # noqa: PLC0415  (loads nothing before it is called)

    run()
