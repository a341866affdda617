"""Rules across the keys of a study: which of them contradict each other."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from shoal.errors import did_you_mean, first_of
from shoal.study.keys.recoding import GLOBAL, is_series
from shoal.study.method_rules import method_problems
from shoal.study.predicted import evaluate_problems
from shoal.study.private_rules import private_problems
from shoal.study.replacing_rules import replacement_key_problems
from shoal.study.targets import target_problems

if TYPE_CHECKING:
    from shoal.study.study import Study

GUARDS = (
    *("near-unique", "looks-like-identifier", "looks-like-hash"),
    *("linked-records", "shifted-date", "repeats-identifier", "future-birth"),
)
ABOUT_RELEASES = ("earlier-release", "spend-again")  # acknowledged, but not about columns


def problems_between_keys(study: "Study") -> list[str]:
    """The contradictions between keys of a study that is well formed otherwise; not all of many."""
    rules: tuple[Callable[[Study], Iterable[str]], ...] = (
        _no_promise,
        _no_quasi_identifier,
        _promises_about_other_columns,
        _no_hierarchy,
        _wrong_person,
        target_problems,
        evaluate_problems,
        _no_population,
        _wrong_output_columns,
        _overwritten_input,
        _not_recoded_locally,
        _not_continued,
        method_problems,
        private_problems,
        replacement_key_problems,
        _wrong_acknowledgments,
    )
    return first_of(problem for rule in rules for problem in rule(study))


def _no_promise(study: "Study") -> Iterator[str]:
    if not study.privacy and study.method is None:
        yield (
            "privacy: there is no promise. Give at least one privacy model,"
            " for example `- {model: k-anonymity, k: 5}`."
        )


def _no_quasi_identifier(study: "Study") -> Iterator[str]:
    if not study.quasi_identifiers:
        yield (
            "There is no quasi-identifier. Give at least one column `role: quasi-identifier`:"
            " the columns by which somebody could recognize a person."
        )
    elif not study.generalized:
        yield (
            "Every quasi-identifier is aggregated without clustering, so nothing is left to form"
            " classes by. Set `clustering: true` for one of them, or take its `aggregate` out."
        )


def _promises_about_other_columns(study: "Study") -> Iterator[str]:
    """Promises about columns that are not sensitive."""
    sensitive = study.with_role("sensitive")
    for promise in study.all_promises:
        column = getattr(promise, "column", None)
        if column is not None and column not in sensitive:
            key = "privacy" if promise in study.privacy else "method.constraints"
            yield (
                f"{key}: a promise is about the column {column!r}, which is not one with"
                f" `role: sensitive`.{_hint(column, sensitive)}"
            )


def columns_measured_by_hierarchy(study: "Study") -> list[str]:
    """The columns whose hierarchy a promise uses to measure how different values are."""
    promises = [p for p in study.all_promises if getattr(p, "distance", None) == "hierarchical"]
    return sorted({promise.column for promise in promises})


def _no_hierarchy(study: "Study") -> Iterator[str]:
    """Promises that measure by a hierarchy which the column does not have."""
    for name in columns_measured_by_hierarchy(study):
        if name in study.columns and study.columns[name].hierarchy is None:
            yield (
                f"columns.{name}: a promise measures by the hierarchy of this column, but it has"
                " none. Give it a `hierarchy`, or use `distance: equal` or `distance: ordered`."
            )


def _wrong_person(study: "Study") -> Iterator[str]:
    """A `person` that is no identifier."""
    identifiers = study.with_role("identifier")
    person = study.person_column
    if person is not None and person not in identifiers:
        yield (
            f"person: {person!r} is not a column with `role: identifier`, which it must be"
            f" because it tells people apart.{_hint(person, identifiers)}"
        )


def _no_population(study: "Study") -> Iterator[str]:
    """Promises about a population that the study does not describe."""
    has_table = study.population is not None and study.population.table is not None
    for promise in study.privacy:
        counts = getattr(promise, "needs_population", False)
        counts = counts and not getattr(promise, "takes_data_for_population", False)
        if counts and not has_table and study.subset is None:
            yield (
                "privacy: a promise counts the population, but there is none to count. Give a"
                " `subset` of the data, or `population: {table: …}` with everybody in it."
            )
        asks = getattr(promise, "needs_population_size", False)
        if asks and study.population is None and study.subset is None:
            yield (
                "privacy: a promise needs to know how large the population is. Give `population`:"
                " {size}, {fraction}, {region} or {table}."
            )


def _wrong_output_columns(study: "Study") -> Iterator[str]:
    """Columns to be written that are not released, or none at all."""
    columns = study.columns.items()
    may = {name: column for name, column in columns if column.is_released}
    if study.output.columns == ():
        yield "output.columns: the list is empty. Name columns, or leave the key out to write all."
    for name in study.output.columns or ():
        if name not in may:
            yield f"output.columns: {name!r} is not a released column.{_hint(name, list(may))}"


def _overwritten_input(study: "Study") -> Iterator[str]:
    """A release that would replace the table it is made from."""
    data, output = study.data, study.output
    if data is None or data.url is None or data.url != output.url or not output.table:
        return
    name = output.table.rpartition(".")[2]
    if re.search(rf"(?i)\b{re.escape(name)}\b", data.query or ""):
        yield "output.table: the query reads from this table. Name another for the release."


def _not_recoded_locally(study: "Study") -> Iterator[str]:
    """What local recoding cannot be combined with."""
    if not study.is_local:
        return
    for name in study.aggregated:
        if not study.columns[name].is_outside_the_key:
            yield (
                f"columns.{name}.aggregate: clustering is about levels that all records share."
                " With `recoding: local`, leave `clustering` out."
            )
    if any(map(_compares_with_population, study.privacy)):
        yield (
            "privacy: with `recoding: local` there are no classes that data and population share."
            " Use `k-map` with an estimator, or `recoding: global`."
        )
    if study.output.suppressed == "keep-values":
        yield "output.suppressed: with `recoding: local`, use `left-out` or `blank`."


def _not_continued(study: "Study") -> Iterator[str]:
    """What the next release of a series cannot be combined with."""
    in_series = study.recoding != GLOBAL and is_series(study.recoding)
    if study.continues is None:
        if in_series:
            yield "recoding: `series` needs the key `continues`, the release that comes before."
        return
    if not in_series:
        yield "recoding: a study that says `continues` is recoded as its series is; leave it out."
    given = {
        "method": study.method is not None,
        "person": study.person_column is not None,
        "subset: {sample}": study.is_sampled,
        "evaluate": study.evaluate is not None,
        "engine": study.engine.name != "memory",
        "aggregate": bool(study.aggregated),
        "pseudonym` or `shift": bool(study.replaced),
        "output: {shuffle: false}": not study.output.shuffle,
    }
    for key in (key for key, is_given in given.items() if is_given):
        yield f"continues: not yet available together with `{key}`. Leave one of them out."
    if {*study.written} <= {*study.quasi_identifiers}:
        yield "continues: a series shows a column besides quasi-identifiers; this one shows none."


def _compares_with_population(promise: object) -> bool:
    """Whether a promise is about more than the sizes of classes in the data."""
    asks = hasattr(promise, "within") or getattr(promise, "needs_population", False)
    return bool(asks) and not getattr(promise, "decided_by_size", False)


def _wrong_acknowledgments(study: "Study") -> Iterator[str]:
    """Acknowledged guards or columns that do not exist."""
    for entry in study.acknowledge:
        guard, _, column = entry.partition(":")
        if guard in ABOUT_RELEASES:
            continue  # what follows is the id of a release or the name of a model
        if guard not in GUARDS:
            yield f"acknowledge: there is no guard {guard!r}.{did_you_mean(guard, GUARDS)}"
        elif column not in study.columns:
            yield f"acknowledge: {column!r} is not a column.{_hint(column, list(study.columns))}"


def _hint(name: str, known: list[str]) -> str:
    """The end of a sentence: which name may have been meant, or that there is none."""
    return did_you_mean(name, known) if known else " There is none."
