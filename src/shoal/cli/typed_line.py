"""A line that a person types; Ctrl-C ends the command at once."""

import signal
import sys


def read_line() -> str:
    """The next line of the input, empty at its end; raises KeyboardInterrupt at once on Ctrl-C."""
    # Polars handles the signal so that reading goes on after it: Ctrl-C would wait for a line.
    if hasattr(signal, "siginterrupt"):
        signal.siginterrupt(signal.SIGINT, True)
    return sys.stdin.readline()
