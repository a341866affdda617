"""The promises of a certificate: what was promised, and what of it the release itself shows.

A figure that compares the release with its input (a distance, the people of a class) tells about
records that were suppressed, however it is rounded, so it stays with the steward. Whether a promise
was checked depends on its kind only: a release that breaks a promise is never written, and where
the separate check may be unable to compute it, the certificate says that it was not checked.
"""

from shoal.report.certificate_recipe import is_by_chance, safe_settings
from shoal.report.flat import as_list, as_mapping
from shoal.report.headline import NO_CHECK
from shoal.report.numbers import count_of, number, percent
from shoal.report.released import Released
from shoal.report.types.certificate import CertifiedPromise
from shoal.report.words import promise
from shoal.study.keys.plain import Settings, StudyKeys

DRAWN = "One release cannot show with which chance its records were drawn."
UNSEEN = "The separate check may lack what it needs to compute this promise again."
WITHOUT_CHECK = f"Not checked: {NO_CHECK}."
BY_LABELS = ("prosecutor-profitability", "journalist-profitability")
BY_POPULATION = ("k-map", "delta-presence", *BY_LABELS)
BY_CLASS_SIZE = ("k-anonymity", "datafly", "mondrian", "mdav", "sangreea")


def promises_of(study: StudyKeys, shown: Released) -> list[CertifiedPromise]:
    """Every promise of a study and of its method."""
    return [_promise(asked, study, shown) for asked in _promise_settings(study)]


def _promise_settings(study: StudyKeys) -> list[Settings]:
    """The settings of all promises: of the study, of its method, and the method itself."""
    method = as_mapping(study.get("method"))
    promising = bool(method) and not is_by_chance(study)
    own: list[Settings] = [{"model": method["name"], **method}] if promising else []
    asked = [*as_list(study.get("privacy")), *as_list(method.get("constraints")), *own]
    return [as_mapping(settings) for settings in asked]


def _promise(asked: Settings, study: StudyKeys, shown: Released) -> CertifiedPromise:
    """One promise: it holds, or it was not checked; one that is broken is never written."""
    parameters = safe_settings({key: asked[key] for key in asked if key not in NAMES})
    reason = _why_unchecked(asked, study, shown)
    return {
        "model": str(asked.get("model")),
        "parameters": parameters,
        "says": promise(asked.get("model"), parameters),
        "holds": "not_checked" if reason else True,
        "shown": _what_release_shows(asked, study, shown),
        "reason": reason,
    }


NAMES = ("model", "name", "steps", "constraints", "edges", "node")  # keys that are no parameters


def _why_unchecked(asked: Settings, study: StudyKeys, shown: Released) -> str:
    """Why a promise of this kind may not have been checked; empty if it always is."""
    from shoal.verify import is_checked, is_ours  # noqa: PLC0415  (loads Polars)

    model, column = str(asked.get("model")), asked.get("column")
    columns = {name: as_mapping(keys) for name, keys in as_mapping(study.get("columns")).items()}
    needed = [name for name, keys in columns.items() if keys.get("role") == "quasi-identifier"]
    hidden = [name for name in (*needed, column) if name and name not in shown.values]
    own_levels = study.get("recoding", "global") != "global" or "method" in study
    if not is_checked(model):
        return WITHOUT_CHECK
    if model == "differential-privacy":
        return DRAWN
    if not is_ours(model) and "subset" in study:  # it may need records outside the subset
        return UNSEEN
    if hidden or model in BY_LABELS or (own_levels and model in BY_POPULATION):
        return UNSEEN
    return ""


def _what_release_shows(asked: Settings, study: StudyKeys, shown: Released) -> str:
    """What the release shows about a promise; empty if the release alone cannot show it."""
    model, column = asked.get("model"), str(asked.get("column"))
    people = study.get("person") not in (None, False)
    if model in BY_CLASS_SIZE and not people and shown.classes["min"] is not None:
        return f"The smallest class has {count_of(shown.classes['min'], 'record')}."
    if model == "distinct-l-diversity" and str(column) in shown.fewest and not people:
        values = count_of(shown.fewest[str(column)], "different value")
        return f"The least varied class shows {values} of {column}."
    if model == "average-risk":
        return f"The average risk is {percent(shown.risk['average'])}."
    if model == "sample-uniqueness":
        return f"{number(shown.risk['uniques'])} of its records look like no other."
    return ""
