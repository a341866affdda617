"""Errors on the terminal: one clear block on stderr, and the exit code of their kind.

With --json, the block is a JSON document on standard output instead:
`{"error": {"kind": …, "exit_code": …, "message": …, "problems": […]}}`.
"""

import json as json_text
import os
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

import typer

from shoal.errors import FAULT, Canceled, ShoalError, problem


@contextmanager
def explain_errors(*, json: bool = False) -> Iterator[None]:
    """Show errors of the block as one clear message, and exit with the code of their kind."""
    try:
        yield
    except ShoalError as error:
        end_with(problem(type(error).__name__, error.exit_code, error.problems), json=json)
    except KeyboardInterrupt:
        sentences = ["Canceled. Nothing was written."]
        end_with(problem("Canceled", Canceled.exit_code, sentences), json=json)
    except (SystemExit, BrokenPipeError, typer.Exit, typer.Abort):
        raise  # Typer and Python handle these
    except Exception as error:
        end_with(problem(FAULT, ShoalError.exit_code, _fault(error)), json=json)


def end_with(found: Mapping[str, Any], *, json: bool = False) -> NoReturn:
    """Show what went wrong, and exit with its code; `found` comes from `shoal.errors.problem`."""
    if json:
        typer.echo(json_text.dumps({"error": found}, indent=2))
    else:
        complain(found["problems"])
    raise SystemExit(found["exit_code"]) from None


def complain(problems: Iterable[str]) -> None:
    """Show every problem, as a list if there are several."""
    sentences = list(problems)
    if len(sentences) == 1:
        typer.echo(f"Error: {sentences[0]}", err=True)
        return
    typer.echo(f"Error: {len(sentences)} problems were found.", err=True)
    for sentence in sentences:
        typer.echo(f"  - {sentence}", err=True)


def _fault(error: Exception) -> list[str]:
    """The sentence about a bug in Shoal; without its message, which may quote a value."""
    kind = type(error).__name__
    if os.environ.get("SHOAL_DEBUG") == "1":
        frames = "".join(traceback.format_tb(error.__traceback__))
        return [f"A fault of Shoal ({kind}).\n{frames}"]
    return [f"A fault of Shoal ({kind}). Nothing was written. SHOAL_DEBUG=1 shows where."]
