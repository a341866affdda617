"""The command `shoal warm-up`."""

from shoal.cli.arguments import Quiet
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen
from shoal.report.numbers import count_of


def warm_up(quiet: Quiet = False) -> None:
    """Compile the kernels ahead of the first run.

    Writes them into the folder of the cache (SHOAL_CACHE), where every later run finds them.

    Examples:
      shoal warm-up
    """
    with explain_errors():
        from shoal.service import warm_up as verbs  # noqa: PLC0415

        done = verbs.warm_up()
    outcome = (
        f"{count_of(done.files, 'kernel was', 'kernels were')} compiled"
        if done.files
        else "All kernels were ready"
    )
    Screen(quiet).say(f"{outcome} ({done.seconds:.1f} s). They are kept in {done.folder}.")
