"""Keys that contradict a method, and warnings about what it does not protect."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shoal.errors import did_you_mean
from shoal.study.graph import graph_problems

if TYPE_CHECKING:
    from shoal.study.study import Study

# The smallest valid study: all its other keys have their defaults.
_PLAIN = {
    "columns": {"any": {"role": "quasi-identifier"}},
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


def method_problems(study: "Study") -> Iterator[str]:
    """Keys that contradict the method."""
    if study.method is None:
        if study.recipient is not None:
            yield (
                "recipient: a profile sets bin sizes and linked columns of a method. Give a"
                " `method`, for example `{name: datafly, bin_size: 5}`."
            )
        return
    yield from _instead_of(study)
    yield from _together_with(study)
    yield from _unknown_columns(study)
    yield from graph_problems(study)


def _instead_of(study: "Study") -> Iterator[str]:
    """Keys that a method replaces: promises and search."""
    if study.privacy:
        yield "method: it stands instead of `privacy`, whose promises no method keeps. Give one."
    if study.search != type(study).model_validate(_PLAIN).search:
        yield "method: it stands instead of `search`. Give one of them."
    if study.is_local:
        yield "method: it stands instead of `recoding: local`. Give one of them."


def _together_with(study: "Study") -> Iterator[str]:
    """Keys that no method uses; ignoring them would mislead."""
    yield from _people(study)
    if study.population is not None:
        yield "population: no method looks at it. Leave it out, or use `privacy`."
    for name in study.aggregated:
        yield f"columns.{name}.aggregate: no method forms classes to aggregate. Leave it out."
    if study.output.suppressed == "keep-values":
        yield "output.suppressed: with a `method`, use `left-out` or `blank`."
    if getattr(study.method, "own_cells", False):
        yield from _no_levels(study)


def _people(study: "Study") -> Iterator[str]:
    """Settings of a method that cannot count people."""
    if study.person_column is None:
        return
    if not counts_people(study.method):
        yield "person: this method counts records. Say `person: false`, or use `privacy`."
    if getattr(study.method, "edges", None) is not None:
        yield "person: the nodes of a graph are people. Leave `person` out, or `method.edges`."
    if getattr(study.method, "restore", False):
        yield (
            "method.restore: cells that are given back leave records safe through the blanks of"
            " others, and a release does not tell of how many people these are. Leave `restore` or"
            " `person` out."
        )


def _no_levels(study: "Study") -> Iterator[str]:
    """Bounds of levels, which mean nothing where each cluster has cells of its own."""
    for name in study.generalized:
        for key in ("min_level", "max_level"):
            if getattr(study.columns[name], key) is not None:
                yield f"columns.{name}.{key}: this method goes as high as it must. Leave it out."


def _unknown_columns(study: "Study") -> Iterator[str]:
    """Columns that a method names must be quasi-identifiers, and be named once."""
    known, given = study.generalized, getattr(study.method, "columns", None)
    named = tuple(given or ())
    if given == ():
        yield "method: `columns` names none. Leave it out to change all quasi-identifiers."
    for name in dict.fromkeys(named):
        if named.count(name) > 1:
            yield f"method: `columns` names {name!r} twice."
    for name in columns_of_method(study.method):
        if name not in known:
            yield (
                f"method: {name!r} is not a column with `role: quasi-identifier`."
                f"{did_you_mean(name, known)}"
            )


def columns_of_method(method: Any) -> Iterator[str]:  # noqa: ANN401  (any method)
    """The columns that a method's parameters name, each once."""
    linked = [name for link in getattr(method, "linked", None) or () for name in link.columns]
    keys = ("identifying", "importance", "columns")
    listed = [getattr(method, name, None) or () for name in keys]
    yield from dict.fromkeys([*linked, *(name for names in listed for name in names)])


def method_warnings(study: "Study") -> Iterator[str]:
    """What a method leaves unprotected."""
    if study.method is None:
        return
    yield from _warn_dropped(study)
    yield from _warn_old_name(study)
    yield from _warn_not_identifying(study)
    yield from _warn_changed(study)
    linked = getattr(study.method, "linked", None)
    if linked is None:
        return
    inside = set(columns_of_method(study.method))
    free = [name for name in study.generalized if name not in inside]
    if free:
        yield (
            f"{len(free)} quasi-identifiers are in no linked set: {', '.join(map(repr, free))}."
            " They are released as they are; classes and risk count them all the same."
        )
    if len(linked) > 1:
        yield (
            f"{len(linked)} sets of columns are protected one by one; nothing is promised about"
            " columns of different sets together."
        )


def _warn_changed(study: "Study") -> Iterator[str]:
    """What a method that changes values does not protect."""
    method = study.method
    if not getattr(method, "changes_values", False):
        return
    changed = getattr(method, "columns", None) or study.generalized
    same = [name for name in study.generalized if name not in changed]
    if same:
        yield (
            f"Quasi-identifiers that are released as they are: {', '.join(map(repr, same))}. They"
            " tell records apart."
        )
    if getattr(method, "by_chance", False):
        yield (
            "The method changes values by chance and promises nothing about any record: look at the"
            " share of linked records. Another release of the same records would take chance away."
        )
    elif len(changed) > 1:
        yield (
            f"{len(changed)} columns are changed one by one; nothing is promised about several of"
            " them together."
        )


def _warn_old_name(study: "Study") -> Iterator[str]:
    """What became of a setting that older studies have under another name."""
    if getattr(study.method, "suppression", None) == "optimal":
        yield (
            "method.suppression: `optimal` is called `by-record` by now, because it is the fewest"
            " blanks of each record and not of the table; it does the same as before."
        )


def _warn_not_identifying(study: "Study") -> Iterator[str]:
    """Quasi-identifiers that µ-Argus does not look at, because the study does not rate them."""
    rated = getattr(study.method, "identifying", None)
    free = [name for name in study.generalized if rated is not None and not rated.get(name)]
    if free:
        yield (
            f"{len(free)} quasi-identifiers are not called identifying:"
            f" {', '.join(map(repr, free))}. Nothing is checked about them."
        )


def _warn_dropped(study: "Study") -> Iterator[str]:
    """What the profile of the recipient takes out of the study."""
    recipient = study.recipient
    if recipient is None or not isinstance(recipient.profiles, dict):
        return
    names = recipient.profiles[recipient.name].drop
    if names:
        listed = ", ".join(map(repr, names))
        yield f"The profile {recipient.name!r} drops {len(names)} columns: {listed}."


def counts_people(method: Any) -> bool:  # noqa: ANN401  (any method)
    """Whether a method counts people where the study names a person."""
    return bool(getattr(method, "counts_people", False))


def smallest_asked(method: Any) -> int:  # noqa: ANN401  (any method)
    """How many records a method makes look alike; 0 if it does not say."""
    return int(getattr(method, "bin_size", None) or getattr(method, "k", None) or 0)
