"""The recipe as a recipient may see it: how each column was treated, and what decided it.

Settings of a study can hold values of the data (bounds of a hierarchy, a subset's condition) and
places (keys, tables). So a setting is shown only if it is a number, or a text under a key whose
texts are words of ours or names of columns.
"""

from collections.abc import Iterator, Mapping

from shoal.report.flat import as_list, as_mapping
from shoal.report.numbers import count_of, is_number, percent
from shoal.report.released import Released
from shoal.report.types.certificate import CertifiedColumn, Setting
from shoal.report.words import FATES
from shoal.study.keys.plain import ColumnKeys, Json, Settings, StudyKeys

# Keys whose texts may be shown, and keys of which nothing may be shown.
WORDS = frozenset(
    {
        *("model", "strategy", "name", "mode", "column", "columns", "targets", "features"),
        *("aggregate", "estimator", "distance", "degree", "attack", "attacker", "final"),
        *("absent", "leading", "suppression", "importance", "region", "linked", "kind"),
    }
)
HIDDEN = frozenset({"game", "table", "steps", "seed"})


def cells_differ(study: StudyKeys) -> bool:
    """Whether a column may be coarser, or blank, in one record and not in another."""
    if changes_values(study):
        return False
    return study.get("recoding", "global") != "global" or _is_by_record(study)


def changes_values(study: StudyKeys) -> bool:
    """Whether the study's method shows other values than the true ones."""
    return _method_declares(study, "changes_values")


def is_by_chance(study: StudyKeys) -> bool:
    """Whether the study's method changes values by chance, and promises nothing."""
    return _method_declares(study, "by_chance")


def settings_text(settings: object) -> str:
    """A plugin and its parameters in one line: `loss (gs_factor 0.5)`."""
    if isinstance(settings, str):
        return settings
    shown = safe_settings(as_mapping(settings))
    name = next((shown.pop(key) for key in NAMES if key in shown), "")
    inside = _text(shown)
    return f"{name} ({inside})" if inside else str(name)


NAMES = ("model", "strategy", "name", "mode")


def safe_settings(settings: Mapping[str, object]) -> Settings:
    """The settings, or the parts of them, that hold no value of the data and no place."""
    safe_values = {
        key: _safe_value(key, value) for key, value in settings.items() if key not in HIDDEN
    }
    return {key: value for key, value in safe_values.items() if value is not None}


def _safe_value(key: str, value: object) -> Json:
    """The value of a setting; None if it may not be shown.

    Of a mapping, the safe part; a list is shown only if all of it may be.
    """
    if isinstance(value, bool) or is_number(value):
        return value
    if isinstance(value, str):
        return value if key in WORDS else None
    if isinstance(value, Mapping):
        return safe_settings(value) or None
    parts = [_safe_value(key, part) for part in as_list(value)] if value is not None else []
    return parts if parts and all(part is not None for part in parts) else None


def _text(value: object) -> str:
    """Safe settings in one line, nested ones in the same manner."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return str(value)


def columns_of(study: StudyKeys, shown: Released) -> Iterator[CertifiedColumn]:
    """Every column of the study, and whether it is in the release.

    Columns of the input that the study does not name are not mentioned.
    """
    for name, settings in as_mapping(study.get("columns")).items():
        keys = as_mapping(settings)
        yield {
            "name": name,
            "role": keys.get("role"),
            "type": keys.get("type", "string"),
            "released": name in shown.values,
            "treatment": _treatment(name, keys, study) if name in shown.values else "removed",
            "values": shown.values.get(name),
        }


def _treatment(name: str, keys: ColumnKeys, study: StudyKeys) -> str:
    """What was done to a column, as far as the study says; the release shows the levels."""
    if replaced := _replacement(keys):
        return replaced
    if keys.get("role") != "quasi-identifier":
        return "unchanged"
    if changes_values(study):
        method = as_mapping(study["method"])
        changed = name in as_list(method.get("columns") or [name])
        return f"shown with other values ({method.get('name')})" if changed else "unchanged"
    if cells_differ(study):
        return f"grouped or blank where needed, record by record ({_builder(keys, study)})"
    if keys.get("max_level") == 0:
        return "unchanged"
    return f"grouped as far as needed ({_builder(keys, study)})"


def _replacement(keys: ColumnKeys) -> str | None:
    """What stands instead of the values; None if they were not replaced."""
    if pseudonym := _pseudonym(keys):
        return f"replaced by pseudonyms ({pseudonym})"
    if "shift" in keys:
        days = count_of(as_mapping(keys["shift"]).get("days"), "day")
        return f"each person's dates moved by up to {days}"
    if "aggregate" in keys:
        return f"aggregated in each class ({as_mapping(keys['aggregate']).get('function')})"
    return None


def _pseudonym(keys: ColumnKeys) -> str | None:
    """The name of a column's pseudonym method; None if it has none."""
    settings = keys.get("pseudonym")
    name = as_mapping(settings).get("method") if isinstance(settings, Mapping) else settings
    return None if name is None else str(name)


def _builder(keys: ColumnKeys, study: StudyKeys) -> str:
    """The kind of a hierarchy; its bounds and groups may be values of the data."""
    settings = keys.get("hierarchy")
    name = "file" if isinstance(settings, str) else as_mapping(settings).get("builder", "automatic")
    if settings is None and _method_declares(study, "own_cells") and keys.get("type") in ON_A_LINE:
        return "ranges of values"
    if name == "file":
        return "hierarchy from a file"
    return "hierarchy made automatically" if name == "automatic" else f"hierarchy: {name}"


ON_A_LINE = ("integer", "decimal", "date")


def _method_declares(study: StudyKeys, declared: str) -> bool:
    """Whether the study has a method, and its class declares this attribute as true."""
    if not as_mapping(study.get("method")):
        return False
    from shoal.methods import methods  # noqa: PLC0415  (loads the engine)

    method = methods.class_of(as_mapping(study["method"]).get("name"))
    return bool(getattr(method, declared, False))


def _is_by_record(study: StudyKeys) -> bool:
    """Whether the study's method recodes or blanks cells record by record."""
    return _method_declares(study, "own_cells") or _method_declares(study, "blanks_cells")


def is_private(study: StudyKeys) -> bool:
    """Whether a study promises differential privacy."""
    models = [as_mapping(promise).get("model") for promise in as_list(study.get("privacy"))]
    return "differential-privacy" in models


def settings_of(study: StudyKeys, shown: Released) -> Iterator[Setting]:
    """What decided besides the columns: search, quality model, limit, people, order."""
    if "method" in study:
        yield _as_setting("Method", settings_text(study["method"]), "It decided what is shown.")
    elif is_private(study):
        meaning = "Levels were fixed beforehand or drawn by chance, so better ones may exist."
        yield _as_setting("Levels", "differentially private", meaning)
    else:
        yield _search_setting(study)
        recoding = study.get("recoding", "global")
        yield _as_setting("Recoding", settings_text(recoding), _what_recoding_means(recoding))
    quality = settings_text(study.get("quality", "loss"))
    yield _as_setting(
        "Quality model", quality, "What was to be kept as small as the promises allow."
    )
    yield _as_setting("Suppression limit", *_limit(study))
    yield from _graph(as_mapping(shown.graph))
    yield from _people(study)
    yield _as_setting("Order of records", *_order(study))


def _search_setting(study: StudyKeys) -> Setting:
    """How levels were found; only the steward learns how good they are compared with others."""
    known = [as_mapping(keys) for keys in as_mapping(study.get("columns")).values()]
    levels = [
        (keys.get("min_level"), keys.get("max_level"))
        for keys in known
        if keys.get("role") == "quasi-identifier"
    ]
    if levels and all(low is not None and low == high for low, high in levels):
        return _as_setting(
            "Levels", "chosen by hand", "The study allows one level for each column."
        )
    return _as_setting(
        "Search", settings_text(study.get("search", "optimal")), "How levels were found."
    )


def _what_recoding_means(recoding: object) -> str:
    if recoding == "global":
        return "All records have the same levels."
    return "Records of different classes have levels of their own."


def _limit(study: StudyKeys) -> tuple[str, str]:
    """The suppression limit, and what it means."""
    fate = FATES.get(str(as_mapping(study.get("output")).get("suppressed")), FATES["left-out"])[1]
    if is_private(study):
        return "none", f"Whatever is in a class that is too small is suppressed. {fate}"
    limit = study.get("suppression_limit", 0)
    share = percent(float(limit))
    if float(limit) == 0 and "method" not in study:
        return share, "No record was suppressed."
    return share, f"At most this share of the records may be suppressed. {fate}"


def _graph(graph: Mapping[str, int]) -> Iterator[Setting]:
    """How many nodes and clusters the files of a graph show; nothing without a graph."""
    if graph:
        nodes, clusters = (count_of(graph.get(key), noun) for key, noun in GRAPH)
        meaning = "Edges are told as counts inside clusters and between them, never one by one."
        yield _as_setting("Graph", f"{nodes} in {clusters}", meaning)


GRAPH = (("nodes", "node"), ("clusters", "cluster"))


def _people(study: StudyKeys) -> Iterator[Setting]:
    """Who was counted, who was considered, and for whom the release is."""
    if study.get("person") is False:
        meaning = "Not people: somebody with several records is counted several times."
        yield _as_setting("Counted", "records", meaning)
    elif study.get("person") is not None:
        yield _as_setting("Counted", "people", f"By {study['person']}; promises count people.")
    subset = as_mapping(study.get("subset"))
    if "sample" in subset:
        share = percent(subset["sample"])
        yield _as_setting(
            "Sample", share, "Each record was drawn with this chance; others are not in it."
        )
    elif subset:
        yield _as_setting("Subset", "yes", "Only records that fulfill a condition were considered.")
    population = as_mapping(study.get("population"))
    if population:
        known = _text(safe_settings(population)) or "a table that the steward holds"
        yield _as_setting("Population", known, "Whom the records could be about.")
    if "game" in study:
        stakes = _text(safe_settings(study["game"]))
        yield _as_setting("Stakes", stakes, "What publisher and adversary are taken to play for.")
    if "recipient" in study:
        recipient = study["recipient"]
        name = recipient if isinstance(recipient, str) else as_mapping(recipient).get("name")
        yield _as_setting("Recipient", str(name), "Whose profile said which columns can be linked.")


def _order(study: StudyKeys) -> tuple[str, str]:
    """In which order the records are, and what that may tell."""
    if study.get("reproducible") is True:
        return "repeatable", "By a seed: this run is not private."
    if as_mapping(study.get("output")).get("shuffle") is False:
        return "as in the input", "The place of a record may tell something."
    return "shuffled", "The place of a record tells nothing."


def _as_setting(name: str, value: str, meaning: str) -> Setting:
    return {"name": name, "value": value, "meaning": meaning}
