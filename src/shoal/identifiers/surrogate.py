"""Surrogates that keep the format: digits stay digits, letters letters, separators themselves.

The values of one format (99-999-AA) are numbered and permuted by format-preserving encryption
(NIST SP 800-38G), so that no two share a surrogate. Check digits become invalid. Formats with fewer
than a million values are refused, as the standard's revision 1 requires: all could be tried.
"""

import polars as pl

from shoal.errors import DataError
from shoal.identifiers.key import Key
from shoal.identifiers.method import Means, Replacing, pseudonym_methods
from shoal.identifiers.text_format import Format, formats
from shoal.plugin import plugin

SMALLEST = 1_000_000
LONGEST = 200  # characters; longer values are refused
_FOREIGN = r"[\p{L}\p{N}&&[^0-9A-Za-z]]"


@pseudonym_methods.register("surrogate")
@plugin()
class Surrogate(Replacing):
    """Another text of the same format for each value, never the value itself.

    Card:
        title: Surrogate
        says: Another text of the same form; the same person has the same one.
        advice: When programs of the recipient expect the form of the original, such as digits and
            dashes.
        reference: NIST SP 800-38G
        place: 4
    """

    def pseudonyms(self, values: pl.Series, means: Means) -> pl.Series:
        """The surrogate of each value."""
        refuse_unfit(values)
        return _permute(values, means.secret, 1)

    def originals(self, pseudonyms: pl.Series, means: Means) -> pl.Series:
        """The value behind each surrogate; null for texts that cannot be surrogates."""
        fit = ~pl.DataFrame(_unfit(pseudonyms)).select(pl.any_horizontal(pl.all())).to_series()
        values = _permute(pseudonyms.filter(fit), means.secret, -1)
        places = pl.select(pl.when(fit).then(fit.cast(pl.Int64).cum_sum() - 1)).to_series()
        return values.gather(places)


def refuse_unfit(values: pl.Series) -> None:
    """Raise one `DataError` if values are too long, have foreign letters, or have small formats."""
    counts = {rule: int(flags.sum()) for rule, flags in _unfit(values).items()}
    problems = [f"{count:,} values {rule}" for rule, count in counts.items() if count]
    if problems:
        raise DataError(f"{'; '.join(problems)}. Use `method: keyed-hash` or `method: token`.")


def _unfit(values: pl.Series) -> dict[str, pl.Series]:
    """By rule, as the end of a sentence: one flag per value, whether it breaks the rule."""
    forms = formats(values)
    small = forms.is_in([form for form in forms.unique() if Format(form).size < SMALLEST])
    return {
        f"are longer than {LONGEST} characters": values.str.len_chars() > LONGEST,
        "have letters or digits other than A-Z, a-z and 0-9": values.str.contains(_FOREIGN),
        f"have a format of fewer than {SMALLEST:,} values, so they could be guessed": small,
    }


def _permute(values: pl.Series, key: Key, step: int) -> pl.Series:
    """Permute the values of each format by `step`: 1 for surrogates, -1 for the way back."""
    frame = pl.DataFrame({"value": values, "format": formats(values)}).with_row_index("at")
    parts = [
        part.select("at", value=Format(str(form)).replace(part["value"], key, step))
        for (form,), part in frame.partition_by("format", as_dict=True).items()
    ]
    moved = pl.concat(parts).sort("at")["value"] if parts else values.clear()
    return moved.alias(values.name)
