"""What must answer at once: help, versions, and the Tab key."""

from benchmarks.measure import asked
from benchmarks.options import Options
from benchmarks.tables import table

TITLE = "Answers: help, versions and the Tab key"
LINES = ("shoal ", "shoal run ", "shoal models k")


def section(options: Options) -> str:
    """CPU, wall and peak memory of commands that compute nothing."""
    repeat = 2 if options.quick else 7
    found = {
        f"`shoal {' '.join(words)}`": asked(*words, repeat=repeat)
        for words in (("--help",), ("run", "--help"), ("--version",))
    }
    found |= {f"Tab after `{line}`": _tab(line, repeat) for line in LINES}
    rows = [(name, one.cpu, one.wall, one.memory) for name, one in found.items()]
    return "A fresh process each, the least of several. Target: half a CPU-second.\n\n" + table(
        ("asked", "CPU s", "wall s", "peak MB"), rows
    )


def _tab(line: str, repeat: int):
    """The Tab key as Bash passes it on."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    return asked(repeat=repeat, _SHOAL_COMPLETE="complete_bash", **words)
