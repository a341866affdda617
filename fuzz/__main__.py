"""Try random studies until the time is over: `python -m fuzz [--minutes 30] [--seed N …]`.

Every attempt is a function of its seed. A finding is printed with its seed and the smallest case
that still has it, and its seed is kept in `seeds.txt`, which the tests replay.
"""

import argparse
import sys
import warnings
from pathlib import Path
from time import monotonic

from fuzz.attempt import Result, attempt
from fuzz.case import Case, shown
from fuzz.draw import draw
from fuzz.smaller import smaller
from fuzz.tally import Tally

SEEDS = Path(__file__).with_name("seeds.txt")


def main() -> int:
    """Try, tell, and keep what was found; gives the number of findings."""
    asked = _arguments()
    tally, findings, start, told = Tally(), 0, monotonic(), monotonic()
    for seed in asked.seed or iter(range(asked.first, sys.maxsize)):
        if not asked.seed and monotonic() - start > 60 * asked.minutes:
            break
        case, result = tried(seed, spark=asked.spark, samples=asked.samples)
        tally.add(case, result)
        if result.finding is not None:
            findings += 1
            tell(seed, case, result, shrink=not asked.as_it_is)
        if monotonic() - told > 30:
            told = monotonic()
            rate = 60 * tally.attempts / (told - start)
            print(
                f"seed {seed}: {tally.attempts} attempts, {rate:.0f} a minute, {findings} findings",
                flush=True,
            )
    print(f"\n{tally.table()}\nfindings     {findings}", flush=True)
    return min(findings, 1)


def tried(seed: int, **more: bool) -> tuple[Case, Result]:
    """The case of a seed, and how it ended."""
    case = draw(seed, **more)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return case, attempt(case)


def tell(seed: int, case: Case, result: Result, *, shrink: bool) -> None:
    """Print a finding, and keep its seed."""
    assert result.finding is not None
    if seed not in kept_seeds():
        with SEEDS.open("a", encoding="utf-8") as file:
            file.write(f"{seed}  # {result.finding.kind}: {result.finding.about[:80]!r}\n")
    print(f"\nseed {seed}: {result.finding.kind}: {result.finding.about}", flush=True)
    print(shown(smaller(case, result.finding) if shrink else case), flush=True)


def kept_seeds() -> list[int]:
    """The seeds that once had a finding."""
    lines = SEEDS.read_text(encoding="utf-8").splitlines() if SEEDS.exists() else []
    return [int(line.split("#")[0]) for line in lines if line.split("#")[0].strip()]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="how long to try")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, nargs="*", help="only these seeds")
    parser.add_argument("--spark", action="store_true", help="the engine spark, too; slow")
    parser.add_argument("--samples", action="store_true", help="random samples as subsets, too")
    parser.add_argument("--as-it-is", action="store_true", help="do not look for a smaller case")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
