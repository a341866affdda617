"""Pseudonyms of a million different identifiers, in this process."""

import polars as pl

from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.identifiers import pseudonym_methods
from shoal.identifiers.replace import Replacement
from shoal.verify.unkeyed import way_without_key

TITLE = "Pseudonyms"
KEYED = {"domain": "patients", "key": "patients.key", "create_key": True}
METHODS = {
    "keyed-hash": {"method": "keyed-hash", **KEYED},
    "keyed-hash, new mapping": {"method": "keyed-hash", **KEYED, "mapping": "hashes.map"},
    "token": {"method": "token"},
    "token, known mapping": {"method": "token", **KEYED, "mapping": "tokens.map"},
    "surrogate": {"method": "surrogate", **KEYED},
}


def section(options: Options) -> str:
    """Each method on numbers like 123-45-6789, all different."""
    size = 100_000 if options.quick else 1_000_000
    places = pl.Series(range(0, 1_000_000_000, 1_000_000_000 // size)).cast(pl.String)
    digits = places.str.zfill(9)
    values = digits.str.slice(0, 3) + "-" + digits.str.slice(3, 2) + "-" + digits.str.slice(5)
    rows = [_row(options, name, values) for name in METHODS]
    return (
        f"{size:,} different identifiers (123-45-6789) of as many records, in memory; a value that"
        " occurs several times is looked at once. The last column tries a thousand values as"
        " hashes without a key, as the verifier does.\n"
        f"\n{table(('method', 'CPU s', 'search for unkeyed hashes, CPU s'), rows)}"
    )


def _row(options: Options, name: str, values: pl.Series) -> tuple[object, ...]:
    replacement = Replacement(pseudonym_methods.build(METHODS[name]), options.folder)  # type: ignore[arg-type]

    def replaced() -> pl.Series:
        if "new" in name:
            (options.folder / str(replacement.method.mapping)).unlink(missing_ok=True)
        return replacement.pseudonyms(values)

    measured = warm(replaced, 1)
    looked = warm(lambda: way_without_key(values, measured.result), 1)
    options.say(f"{name}: {measured.cpu:.1f} CPU-s")
    return name, round(measured.cpu, 2), round(looked.cpu, 2)
