"""Rules between keys about pseudonyms or shifted dates and the rest of a study."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import StudyError
from shoal.study.keys.plugins import privacy_models

if TYPE_CHECKING:
    from shoal.study.study import Study


def replacement_key_problems(study: "Study") -> Iterator[str]:
    """Every contradiction about columns that are replaced."""
    yield from _not_covered(study)
    promised = {getattr(promise, "column", None) for promise in study.privacy}
    for name, column in study.columns.items():
        if column.shift is None:
            continue
        if study.person_column is None:
            yield (
                f"columns.{name}.shift: all dates of a person are shifted alike, so the study must"
                " say whose record each record is. Give `person`, the column that tells."
            )
        if name in promised:
            yield (
                f"columns.{name}.shift: a promise is about this column; shifted dates are not the"
                " values that it would count. Take out one of the two."
            )
        if column.target:
            yield f"columns.{name}: a shifted date cannot be a `target`."


def _not_covered(study: "Study") -> Iterator[str]:
    """Replaced columns in a differentially private study, which does not cover them."""
    models = privacy_models()
    if any(models.name_of(promise) == "differential-privacy" for promise in study.privacy):
        for name in study.replaced:
            yield (
                f"columns.{name}: differential privacy does not cover pseudonyms and shifted dates:"
                " they depend on every single person. Drop the column."
            )


def refuse_keys_inside(study: "Study", place: Path) -> None:
    """Refuse keys and mappings in a run folder: they would be given away, or lost by `--force`."""
    replaced = [(name, study.columns[name].replacement) for name in study.replaced]
    problems = [
        f"columns.{name}: `{what}` lies in the run folder {place.name}. Keep it elsewhere."
        for name, settings in replaced
        for what in ("key", "mapping")
        if (path := getattr(settings, what, None)) is not None
        and (study.folder / path).resolve().is_relative_to(place)
    ]
    if problems:
        raise StudyError(*problems)
