"""Everything wrong with a study and its table at once, and warnings about the rest."""

from collections.abc import Iterable, Iterator

import polars as pl

from shoal.data.suspicion import looks_like_names, many_different
from shoal.data.table import Table
from shoal.hierarchies.builder import depends_on
from shoal.pipeline.prepare.automatic import automatic_columns
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.prepare.replacing import count_repeats
from shoal.pipeline.states.read import Read
from shoal.privacy.population import needs_population, needs_population_size
from shoal.study.keys.game import plays
from shoal.study.method_rules import method_warnings
from shoal.study.private_rules import private_warnings
from shoal.study.study import Study


def check_table(read: Read) -> list[str]:
    """Refuse what would stop a run, as far as it shows before the search; returns notes.

    One error holds everything wrong with study and table. Whether the promises can be kept is asked
    only if nothing is wrong. The notes are about the table and its hierarchies.
    """
    prepared = prepare(read)
    read.way.refuse(problem_of(prepared))
    return list(prepared.notes)


def warnings_about(study: Study, table: Table) -> list[str]:
    """Warnings: what does not stop a run, but changes what its release is worth."""
    return [
        *_warn_not_named(study, table),
        *_warn_undecided(study),
        *_warn_unprotected(study),
        *_warn_one_value(study, table),
        *method_warnings(study),
        *_warn_automatic(study),
        *_warn_data_dependent(study),
        *_warn_idle_population(study),
        *_warn_game(study),
        *_warn_free_suppression(study),
        *_warn_replaced(study, table),
        *_warn_many_different(study, table),
        *_warn_not_private(study),
        *private_warnings(study, table.records),
    ]


def removed_columns(study: Study, table: Table) -> list[str]:
    """The columns of the table that are not in the release, in their order."""
    return [name for name in table.names if name not in study.written]


def _warn_not_named(study: Study, table: Table) -> Iterator[str]:
    names = [name for name in table.names if name not in study.columns]
    if names:
        many = "column is" if len(names) == 1 else "columns are"
        yield f"{len(names)} {many} not named in the study and not released: {_list(names)}."


def _warn_undecided(study: Study) -> Iterator[str]:
    """Undecided columns, in a study that drops them."""
    names = study.with_role("undecided")
    if names:
        many = "undecided column is" if len(names) == 1 else "undecided columns are"
        yield f"{len(names)} {many} not released, as `undecided: drop` says: {_list(names)}."


def _list(names: list[str]) -> str:
    """The names in quotes; after twenty, an ellipsis stands for the others."""
    return ", ".join(repr(name) for name in names[:20]) + (", …" if len(names) > 20 else "")


def _warn_unprotected(study: Study) -> Iterator[str]:
    """Sensitive columns that no promise is about."""
    promised = {getattr(promise, "column", None) for promise in study.all_promises}
    for name in study.with_role("sensitive"):
        if name not in promised:
            yield (
                f"No promise protects the sensitive column {name!r}: members of a class may all"
                " share one value."
            )


def _warn_one_value(study: Study, table: Table) -> Iterator[str]:
    """Promises about a column in which all records have the same value."""
    promised = {getattr(promise, "column", None) for promise in study.all_promises}
    for name in (name for name in study.columns if name in promised and name in table.names):
        if table.texts(name, study.columns[name].options.type).n_unique() == 1:
            yield (
                f"Column {name!r} has the same value in all records. A promise about how it is"
                " distributed says nothing here, and everybody in the release has this value."
                " Was another column meant?"
            )


def _warn_free_suppression(study: Study) -> Iterator[str]:
    """A loss that is lowest if as many records as possible are suppressed."""
    quality = study.quality
    is_free = getattr(quality, "gs_factor", None) == 0 or getattr(quality, "monotonic", False)
    if study.suppression_limit and (is_free or getattr(quality, "ignores_suppression", False)):
        yield (
            "The loss does not count suppressed records, so the best release may suppress as many"
            " as `suppression_limit` allows."
        )


def _warn_automatic(study: Study) -> Iterator[str]:
    """Hierarchies that are made from the data."""
    names = automatic_columns(study)
    if names:
        yield (
            f"Hierarchies were made automatically from the data for: {_list(names)}. Look at them"
            " in the run's study.yaml, and give hierarchies of your own where they make no sense."
            " All records decided which were chosen, also those that are left out."
        )


def _warn_data_dependent(study: Study) -> Iterator[str]:
    """Builders whose groups depend on all records, even if labels name released values only."""
    automatic = automatic_columns(study)
    for name in study.generalized:
        builder = study.columns[name].hierarchy
        what = None if builder is None or name in automatic else depends_on(builder)
        if what:
            yield (
                f"Column {name!r}: {what} in all records decides which values share a label, also"
                " in those that are left out. `intervals`, `ages`, `dates`, `masking`,"
                " `vocabulary` or a hierarchy from a file depend on the value alone."
            )


def _warn_game(study: Study) -> Iterator[str]:
    """A game that no model uses, and attackers who have no population to look in."""
    players = [model for model in (*study.privacy, study.quality) if plays(model)]
    if study.game is not None and not players:
        yield "No promise and no loss depends on the `game`; only the payouts are reported."
    own_table = study.population is not None and study.population.table is not None
    if any(map(needs_population, players)) and study.subset is None and not own_table:
        yield (
            "There is no population to look in, so a journalist is taken for a prosecutor, who"
            " knows that a person is in the data. Give a `subset`, or `population: {table: …}`."
        )
    if study.privacy and all(
        getattr(promise, "attack", None) == "allowed" for promise in study.privacy
    ):
        yield (
            "The only promise is that releasing pays, attacks included (`attack: allowed`): people"
            " may stay unique and be found. Say `attack: none`, or promise `k-anonymity`, too."
        )


def _warn_idle_population(study: Study) -> Iterator[str]:
    """A population that no promise and no loss asks about."""
    asks, models = (needs_population, needs_population_size), (*study.privacy, study.quality)
    if study.population is not None and not any(ask(model) for model in models for ask in asks):
        yield "No promise asks about the `population`; it plays no part."


def _warn_many_different(study: Study, table: Table) -> Iterator[str]:
    """Columns that are released as they are and tell many people apart, but not nearly all.

    A table of counted tuples lacks columns, so nothing is said here: `large_warnings` does that.
    """
    for name in columns_released_unchanged(study, table.names) if table.counts is None else ():
        known = table.texts(name, study.columns[name].options.type).drop_nulls()
        yield from warn_different(study, name, known, (known.n_unique(), len(known)))


def columns_released_unchanged(study: Study, names: Iterable[str]) -> list[str]:
    """The sensitive and insensitive columns among `names` that are released as they are."""
    there = {*names} & {*study.written}
    passed = (*study.with_role("insensitive"), *study.with_role("sensitive"))
    return [name for name in passed if name in there and study.columns[name].aggregate is None]


def warn_different(
    study: Study, name: str, known: pl.Series, counted: tuple[int, int]
) -> Iterator[str]:
    """A warning if a column that is released as it is tells many people apart.

    Sensitive columns are expected to have many different values; there, only values that look like
    names of people are reported. Nothing is said if the study acknowledges `near-unique`.

    Args:
        study: The study.
        name: The column.
        known: Its values without missing ones; the first of them are enough.
        counted: How many distinct values it has, and how many records have one.
    """
    if f"near-unique:{name}" in study.acknowledge:
        return
    names, many = looks_like_names(known, counted[0]), many_different(*counted)
    reasons = [names, many if study.columns[name].role == "insensitive" else None]
    if there := [reason for reason in reasons if reason]:
        yield (
            f"Column {name!r} is released as it is, and {' and '.join(there)}. Give it `role:"
            " identifier`, or make it a quasi-identifier with a hierarchy. If it is harmless,"
            f" say so in the study: `acknowledge: [near-unique:{name}]`."
        )


def _warn_replaced(study: Study, table: Table) -> Iterator[str]:
    """What pseudonyms and shifted dates do not protect."""
    if not study.replaced:
        return
    from shoal.identifiers.method import Reversible  # noqa: PLC0415  (for few studies)
    from shoal.identifiers.token import Token  # noqa: PLC0415

    for name in study.replaced:
        column = study.columns[name]
        settings = column.replacement
        if settings.create_key and not (study.folder / settings.key).exists():
            yield f"Column {name!r}: its key file does not exist yet; a run draws a key."
        if column.shift is None and (several := count_repeats(study, table, name)):
            counted = "records" if study.person_column is None else "people"
            yield (
                f"Column {name!r}: {several:,} pseudonyms tie several records together. Promises"
                f" count {counted} in each class; what such records tell together is not protected."
            )
        if getattr(settings, "mapping", None) or isinstance(settings, Reversible):
            yield (
                f"Column {name!r}: who has the key can find the people behind its pseudonyms."
                " Recipients must not get it."
            )
        if study.reproducible and isinstance(settings, Token):
            yield f"`reproducible: true`: the tokens of {name!r} can be drawn again by anybody."


def _warn_not_private(study: Study) -> Iterator[str]:
    """What can be drawn again, records in the order of the input, and acknowledged guards."""
    if study.reproducible and study.subset is not None and study.subset.sample is not None:
        yield "`reproducible: true`: the sample can be drawn again, and protects nobody."
    if study.reproducible and study.is_by_chance and not study.is_sampled:
        yield "`reproducible: true`: what chance changed can be computed back, and protects nobody."
    if study.reproducible:
        yield "`reproducible: true`: the order of records can be repeated; this run is not private."
    if not study.output.shuffle:
        yield "`shuffle: false`: records stand in the order of the input, which may identify them."
    for entry in study.acknowledge:
        yield f"The guard {entry!r} was acknowledged in the study."
