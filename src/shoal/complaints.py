"""Errors on the terminal: one clear block on stderr, and the exit code of their kind."""

import os
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import typer

from shoal.errors import Canceled, ShoalError


@contextmanager
def explained() -> Iterator[None]:
    """Errors become one clear block on stderr and the exit code of their kind."""
    try:
        yield
    except ShoalError as error:
        complain(error.problems)
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        complain(["Canceled. Nothing was written."])
        raise SystemExit(Canceled.exit_code) from None
    except (SystemExit, typer.Exit, typer.Abort):
        raise
    except Exception as error:
        complain(_fault(error))
        raise SystemExit(ShoalError.exit_code) from None


def complain(problems: Iterable[str]) -> None:
    """Every problem, as a list if there are several."""
    sentences = list(problems)
    if len(sentences) == 1:
        typer.echo(f"Error: {sentences[0]}", err=True)
        return
    typer.echo(f"Error: {len(sentences)} problems were found.", err=True)
    for sentence in sentences:
        typer.echo(f"  - {sentence}", err=True)


def _fault(error: Exception) -> list[str]:
    """What to say about a fault of ours; never its message, which may quote a value."""
    kind = type(error).__name__
    if os.environ.get("SHOAL_DEBUG") == "1":
        frames = "".join(traceback.format_tb(error.__traceback__))
        return [f"A fault of Shoal ({kind}).\n{frames}"]
    return [f"A fault of Shoal ({kind}). Nothing was written. SHOAL_DEBUG=1 shows where."]
