"""The recipe as a recipient may see it: how each column was treated, and what decided it.

Settings of a study can hold values of the data (bounds of a hierarchy, a subset's condition) and
places (keys, tables). So a setting is shown only if it is a number, or a text under a key whose
texts are words of ours or names of columns.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from shoal.report.flat import listed, mapped
from shoal.report.numbers import counted, is_number, percent
from shoal.report.words import FATES, search_result

Row = dict[str, Any]
WORDS = frozenset(
    {
        *("model", "strategy", "name", "mode", "column", "columns", "targets", "features"),
        *("aggregate", "estimator", "distance", "degree", "attack", "attacker", "final"),
        *("absent", "leading", "suppression", "importance", "region", "linked"),
    }
)
HIDDEN = frozenset({"game", "table", "steps", "seed"})


def recipe(report: Mapping[str, Any]) -> Row:
    """The columns and the settings of a run, without what is the steward's."""
    summary, study = mapped(report.get("summary")), mapped(report.get("study"))
    return {"columns": list(_columns(report, study)), "settings": list(_settings(summary, study))}


def cells_differ(columns: list[Row]) -> bool:
    """Whether a column is coarser in one record than in another."""
    return any(
        one["released"] and one["top"] is not None and one["level"] is None for one in columns
    )


def settings_text(settings: object) -> str:
    """A plugin and its parameters in one line: `loss (gs_factor 0.5)`."""
    if isinstance(settings, str):
        return settings
    shown = safe(mapped(settings))
    name = next((shown.pop(key) for key in NAMES if key in shown), "")
    inside = ", ".join(f"{key} {_text(value)}" for key, value in shown.items())
    return f"{name} ({inside})" if inside else str(name)


NAMES = ("model", "strategy", "name", "mode")


def safe(settings: Mapping[str, Any]) -> Row:
    """The settings that hold no value of the data and no place."""
    found = {key: _safe(key, value) for key, value in settings.items() if key not in HIDDEN}
    return {key: value for key, value in found.items() if value is not None}


def _safe(key: str, value: object) -> Any:  # noqa: ANN401  (any setting)
    if isinstance(value, bool) or is_number(value):
        return value
    if isinstance(value, str):
        return value if key in WORDS else None
    if isinstance(value, Mapping):
        return safe(value) or None
    parts = [_safe(key, part) for part in listed(value)] if value is not None else []
    return parts if parts and all(part is not None for part in parts) else None


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return str(value)


def _columns(report: Mapping[str, Any], study: Mapping[str, Any]) -> Iterator[Row]:
    """Every column of the study; those that are not in the release say so."""
    written = {found["name"]: found for found in map(mapped, listed(report.get("columns")))}
    for name, keys in mapped(study.get("columns")).items():
        yield _column(name, mapped(keys), written.get(name), _is_written(name, mapped(keys), study))


def _is_written(name: str, keys: Row, study: Mapping[str, Any]) -> bool:
    chosen = mapped(study.get("output")).get("columns")
    replaced = "shift" in keys or _pseudonym(keys) not in (None, "drop")
    return name in chosen if chosen else keys.get("role") != "identifier" or replaced


def _column(name: str, keys: Row, shown: Mapping[str, Any] | None, written: bool) -> Row:
    found = mapped(shown)
    level, top = found.get("level"), found.get("max_level")
    return {
        "name": name,
        "role": keys.get("role"),
        "type": keys.get("type", "string"),
        "released": written,
        "treatment": _treatment(keys, level, top, written),
        "level": level,
        "top": top,
        "values": found.get("after_distinct") if written else None,
    }


def _treatment(keys: Row, level: object, top: object, written: bool) -> str:
    if not written:
        return "not in the release"
    if replaced := _replaced(keys):
        return replaced
    if keys.get("role") != "quasi-identifier" or level == 0:
        return "released as it was"
    if top is not None and level is None:
        return f"coarser or blank where needed, record by record ({_builder(keys)})"
    return f"made coarser ({_builder(keys)})"


def _replaced(keys: Row) -> str | None:
    """What stands instead of the values, where something does."""
    if pseudonym := _pseudonym(keys):
        return f"replaced by pseudonyms ({pseudonym})"
    if "shift" in keys:
        return f"each person's dates moved by up to {mapped(keys['shift']).get('days')} days"
    if "aggregate" in keys:
        return f"aggregated in each class ({mapped(keys['aggregate']).get('function')})"
    return None


def _pseudonym(keys: Row) -> str | None:
    found = keys.get("pseudonym")
    name = mapped(found).get("method") if isinstance(found, Mapping) else found
    return None if name is None else str(name)


def _builder(keys: Row) -> str:
    """The kind of a hierarchy; its bounds and groups may be values of the data."""
    found = keys.get("hierarchy")
    if isinstance(found, str):
        return "hierarchy from a file"
    name = mapped(found).get("builder")
    known = {None: "a hierarchy", "file": "hierarchy from a file"}
    return known.get(name, f"hierarchy: {name}")


def _settings(summary: Row, study: Row) -> Iterator[Row]:
    """Everything else that decided what the release looks like."""
    if "method" in study:
        yield _one("Method", settings_text(study["method"]), "It decided; nothing was searched.")
    elif "account" in summary:
        yield _one("Levels", "differentially private", search_result(summary))
    else:
        strategy = settings_text(study.get("search", "optimal"))
        yield _one("Search", strategy, search_result(_without_gap(summary)))
        yield _one("Recoding", settings_text(study.get("recoding", "global")), _recoding(study))
    quality = settings_text(study.get("quality", "loss"))
    yield _one("Quality model", quality, "What was kept as small as the promises allow.")
    yield _one("Suppression limit", *_limit(summary, study))
    yield from _graph(mapped(summary.get("graph")))
    yield from _people(study)
    yield _one("Order of records", *_order(study))


def _without_gap(summary: Row) -> Row:
    """A gap is measured on the input; that it is not zero is enough."""
    return {key: value for key, value in summary.items() if key != "gap"}


def _recoding(study: Row) -> str:
    if study.get("recoding", "global") == "global":
        return "All records have the same levels."
    return "Records of different classes have levels of their own."


def _limit(summary: Row, study: Row) -> tuple[str, str]:
    fate = FATES.get(str(mapped(study.get("output")).get("suppressed")), FATES["left-out"])[1]
    if "account" in summary:
        return "none", f"Whatever is in a class that is too small is suppressed. {fate}"
    limit = study.get("suppression_limit", 0)
    share = percent(float(limit))
    if float(limit) == 0:
        return share, "No record was suppressed."
    return share, f"At most this share of the records may be suppressed. {fate}"


def _graph(graph: Row) -> Iterator[Row]:
    """What the files of a graph show themselves."""
    if graph:
        nodes, clusters = (counted(graph.get(key), noun) for key, noun in GRAPH)
        meaning = "Edges are told as counts inside clusters and between them, never one by one."
        yield _one("Graph", f"{nodes} in {clusters}", meaning)


GRAPH = (("nodes", "node"), ("super_nodes", "cluster"))


def _people(study: Row) -> Iterator[Row]:
    if study.get("person"):
        yield _one("Counted", "people", f"By {study['person']}; promises count people.")
    subset = mapped(study.get("subset"))
    if "sample" in subset:
        share = percent(subset["sample"])
        yield _one("Sample", share, "Each record was drawn with this chance; others are not in it.")
    elif subset:
        yield _one("Subset", "yes", "Only records that fulfill a condition were considered.")
    population = mapped(study.get("population"))
    if population:
        told = ", ".join(f"{key} {_text(value)}" for key, value in safe(population).items())
        meaning = "Whom the records could be about."
        yield _one("Population", told or "a table that the steward holds", meaning)
    if "game" in study:
        told = ", ".join(f"{key} {_text(value)}" for key, value in safe(study["game"]).items())
        yield _one("Stakes", told, "What publisher and adversary are taken to play for.")
    if "recipient" in study:
        given = study["recipient"]
        name = given if isinstance(given, str) else mapped(given).get("name")
        yield _one("Recipient", str(name), "Whose profile said which columns can be linked.")


def _order(study: Row) -> tuple[str, str]:
    if study.get("reproducible") is True:
        return "repeatable", "By a seed: this run is not private."
    if mapped(study.get("output")).get("shuffle") is False:
        return "as in the input", "The place of a record may tell something."
    return "shuffled", "The place of a record tells nothing."


def _one(name: str, value: str, meaning: str) -> Row:
    return {"name": name, "value": value, "meaning": meaning}
