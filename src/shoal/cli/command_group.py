"""How `shoal` and its groups list and explain their commands and refuse a wrong command line."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from shoal.cli.complaints import end_with
from shoal.errors import problem

EXIT_CODES = (
    "Exit codes: 0 done, 1 no release is possible, 2 the study, the data or the command line is"
    " wrong, 3 verification failed or a fault of Shoal, 130 canceled."
)
USAGE = "UsageError"


def command_group(**settings: Any) -> typer.Typer:  # noqa: ANN401
    """A group of commands, such as `shoal` itself."""
    return typer.Typer(
        cls=CommandGroup, pretty_exceptions_enable=False, rich_markup_mode=None, **settings
    )


class CommandGroup(TyperGroup):
    """Lists commands under headings, keeps the lines of examples, and knows the command `help`."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        for command in (self, *self.commands.values()):
            command.help = _keep_examples(command.help or "")
            command.epilog = EXIT_CODES

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Write each heading with its commands."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            heading = getattr(command, "rich_help_panel", None)
            heading = heading if isinstance(heading, str) else "Commands"
            headings.setdefault(heading, []).append((name, _purpose(command)))
        for heading, rows in headings.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """`shoal help run` is `shoal run --help`."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        with _in_our_words():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Read the command line of a command, and run it."""
        with _in_our_words():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Run a command; with --json, a wrong command line is answered in JSON.

        The arguments are those of Typer. With `standalone_mode`, the process exits at the end, and
        Typer shows errors itself; with --json it does not, so that they can be shown as JSON here.
        """
        wants_json = standalone_mode and "--json" in (sys.argv if args is None else args)
        alone = standalone_mode and not wants_json
        try:
            code = super().main(args, prog_name, complete_var, alone, windows_expand_args, **extra)
        except Exception as error:
            if not wants_json:
                raise
            _refuse(error)
        return sys.exit(code) if wants_json else code


@contextmanager
def _in_our_words() -> Iterator[None]:
    """Say what is wrong with the value of an option as a study would.

    Typer checks values with Pydantic, and repeats its words.
    """
    try:
        yield
    except Exception as error:
        problems = getattr(error.__cause__, "errors", None)
        if callable(problems) and hasattr(error, "message"):
            from shoal.validation import findings  # noqa: PLC0415  (loads Pydantic)

            error.message = " ".join(f"{one.rule}.{one.hint}" for one in findings(problems()))
        raise


def _refuse(error: Any) -> NoReturn:  # noqa: ANN401
    """Show an error of the command line, and exit with its code; raise any other error again.

    It is shown as JSON if the command has --json, otherwise as Typer does. Typer does not export
    the class of such errors, so they are known by their method `format_message`.
    """
    if not hasattr(error, "format_message"):
        raise error
    command = error.ctx.command if getattr(error, "ctx", None) else None
    if any(each.name == "json" and each.is_flag for each in getattr(command, "params", ())):
        end_with(problem(USAGE, error.exit_code, [error.format_message()]), json=True)
    error.show()
    sys.exit(error.exit_code)


def _keep_examples(text: str) -> str:
    r"""The help with \b, Click's mark against wrapping, before each heading with indented lines."""
    return re.sub(r"\n\n(?=[^\n]+:\n  )", "\n\n\b\n", text)


def _purpose(command: Any) -> str:  # noqa: ANN401
    """The first line of the help of a command."""
    return str(command.help).partition("\n")[0]
