"""How commands are listed, explained and refused, the same for `shoal` and its groups."""

import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from typer.core import TyperGroup

from shoal.cli.complaints import end_with
from shoal.errors import problem

EXIT_CODES = (
    "Exit codes: 0 done, 1 no release is possible, 2 the study, the data or the command line is"
    " wrong, 3 verification failed or a fault of Shoal, 130 canceled."
)
USAGE = "UsageError"


class CommandGroup(TyperGroup):
    """Commands under headings; `help` explains one; examples stand as they are written."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        for command in (self, *self.commands.values()):
            command.help = _examples_kept(command.help or "")
            command.epilog = EXIT_CODES

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Each heading with its commands; the groups among them are last."""
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
        return super().parse_args(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """As ever, but a wrong command line with --json is answered in JSON."""
        asked = standalone_mode and "--json" in (sys.argv if args is None else args)
        alone = standalone_mode and not asked
        try:
            found = super().main(args, prog_name, complete_var, alone, windows_expand_args, **extra)
        except Exception as error:
            if not asked:
                raise
            _refuse(error)
        return sys.exit(found) if asked else found


def _refuse(error: Any) -> NoReturn:  # noqa: ANN401
    """A usage error as its command promises; Typer does not name the class of such errors."""
    if not hasattr(error, "format_message"):
        raise error
    command = error.ctx.command if getattr(error, "ctx", None) else None
    if any(one.name == "json" and one.is_flag for one in getattr(command, "params", ())):
        end_with(problem(USAGE, error.exit_code, [error.format_message()]), json=True)
    error.show()
    sys.exit(error.exit_code)


def _examples_kept(text: str) -> str:
    r"""A paragraph of a heading and indented lines is not wrapped: Click's mark for that is \b."""
    return re.sub(r"\n\n(?=[^\n]+:\n  )", "\n\n\b\n", text)


def _purpose(command: Any) -> str:  # noqa: ANN401
    """The first sentence."""
    return str(command.help).partition("\n")[0]
