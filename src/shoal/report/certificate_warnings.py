"""What a certificate warns of: what promises do not cover, in words for who gets the release.

Attacks on what is promised: homogeneous classes (Machanavajjhala et al. 2007,
doi:10.1145/1217299.1217302), minimality (Wong et al. 2007, "Minimality attack in privacy
preserving data publishing", VLDB), other publishers (Ganta, Kasiviswanathan and Smith 2008,
doi:10.1145/1401890.1401926), how risky combinations of releases are (paper 003).
"""

from collections.abc import Iterator

from shoal.report.certificate_recipe import is_private
from shoal.report.flat import listed, mapped
from shoal.report.numbers import percent
from shoal.report.types.certificate import CertifiedPromise, Warning
from shoal.study.keys.plain import StudyKeys


def warnings_for(
    study: StudyKeys, promises: list[CertifiedPromise], *, cells_differ: bool = False
) -> list[Warning]:
    """Every warning that a run of this kind needs, the gravest first.

    Args:
        study: The study as it was asked.
        promises: The promises as the certificate tells them.
        cells_differ: Whether a column may be coarser in one record than in another.
    """
    found = [
        *_not_private(study),
        *_unchecked(promises),
        *_records(study),
        *_suppression(study),
        *_attacker(study),
        *_sensitive(study),
        *_minimality(study),
        *_others(study),
        *_special(study),
        *([CELLS] if cells_differ else []),
        *([EDGES] if "edges" in mapped(study.get("method")) else []),
    ]
    return [{"title": title, "text": text} for title, text in found]


Told = Iterator[tuple[str, str]]


def _not_private(study: StudyKeys) -> Told:
    if study.get("reproducible") is True:
        yield (
            "Not private",
            "This run was made repeatable to the byte (`reproducible: true`), for tests. What"
            " chance was to hide can be computed again. Do not give this release to anybody.",
        )
    if not study.get("privacy") and "method" not in study:
        yield (
            "No promise",
            "The study promises nothing; records may be found as easily as in the input.",
        )


def _unchecked(promises: list[CertifiedPromise]) -> Told:
    if any(one.get("holds") == "not_checked" for one in promises):
        yield (
            "Not everything could be checked",
            "A promise that is marked “not checked” rests on how the release was made; the reason"
            " stands beside it.",
        )


def _records(study: StudyKeys) -> Told:
    if study.get("person") is False:
        yield (
            "Records, not people",
            "Promises count records. Somebody with several records counts several times, and a"
            " class may be the records of one person.",
        )


def _suppression(study: StudyKeys) -> Told:
    if is_private(study):
        limit = "an unknown share of the records is"
    elif float(study.get("suppression_limit", 0)) > 0 or "method" in study:
        share = percent(float(study.get("suppression_limit", 0)))
        limit = f"up to {share} of the records are"
        limit = "records or cells are" if "method" in study else limit
    else:
        return
    yield (
        "What suppression hides",
        f"To keep the promises {limit} suppressed, and these are not a random part: people with"
        " rare combinations of values go first. Counts are too low, rare groups are"
        " underrepresented, and that a combination does not occur does not mean that nobody has"
        " it. How many records are missing is not told here, because it would tell about them.",
    )


def _attacker(study: StudyKeys) -> Told:
    known = [name for name, keys in mapped(study.get("columns")).items() if _is_known(keys)]
    names = ", ".join(known) or "none"
    if is_private(study):
        yield (
            "What an attacker may know",
            "Anything about everybody else: the promise bounds what the presence of one record"
            " changes, whatever is known. It is about records: somebody with several records is"
            " protected less.",
        )
        return
    yield (
        "What an attacker is taken to know",
        f"The quasi-identifiers ({names}) of a person, and that the person is in the data. Who"
        " knows other columns, too, can find a person by them: no promise covers that. A risk of"
        " 20% means one guess in five, for an attacker who knows no more than this.",
    )


def _sensitive(study: StudyKeys) -> Told:
    columns = mapped(study.get("columns"))
    shown = [name for name, keys in columns.items() if mapped(keys).get("role") == "sensitive"]
    covered = {mapped(one).get("column") for one in listed(study.get("privacy"))}
    open_ones = [name for name in shown if name not in covered]
    if open_ones and not is_private(study):
        yield (
            "Values that a class has in common",
            f"No promise is about the values of {', '.join(open_ones)}. Where all records of a"
            " class share one, it is known of everybody in that class, found or not.",
        )


def _minimality(study: StudyKeys) -> Told:
    if is_private(study) or not (study.get("privacy") or "method" in study):
        return
    yield (
        "Minimality attack",
        "How this release was chosen is public: nothing was made coarser than the promises need."
        " Who knows that, and the hierarchies, can sometimes rule out inputs for which less would"
        " have been enough, and be surer of a sensitive value than the promise says. Only"
        " differential privacy excludes such reasoning.",
    )


def _others(study: StudyKeys) -> Told:
    if is_private(study):
        yield (
            "Other releases and other publishers",
            "What several releases about the same people cost adds up: their epsilons and deltas"
            " are summed. Releases of others that are not differentially private are not covered.",
        )
        return
    earlier = [one for one in listed(study.get("acknowledge")) if "earlier-release" in str(one)]
    known = " The steward knows of such a release and accepted it." if earlier else ""
    yield (
        "Other releases and other publishers",
        "The promises are about this release alone. If the same people are in another release, of"
        " this steward or of anybody else (another hospital, an insurer, a register), the two can"
        " be intersected, and a person may be found who is hidden in each of them. The steward"
        f" compares with the steward's own earlier releases only.{known}",
    )


def _special(study: StudyKeys) -> Told:
    columns = {name: mapped(keys) for name, keys in mapped(study.get("columns")).items()}
    if any(mapped(keys.get("pseudonym")).get("method", "drop") != "drop" or "shift" in keys
           for keys in columns.values()):  # fmt: skip
        yield (
            "Pseudonyms",
            "Records with the same pseudonym belong to the same person. Together they can tell"
            " more than each alone; promises that count records do not cover that.",
        )
    if study.get("population"):
        yield (
            "Population",
            "Promises about a population hold as far as the population that was assumed is right.",
        )


CELLS = (
    "Cells differ",
    "Records show the same column in different detail, or blank. A blank cell may be any value:"
    " who takes it for a value of its own can tell more records apart.",
)


EDGES = (
    "Edges",
    "Who knows with whom somebody is connected, or how often, may find the cluster by that. Where"
    " all possible edges of a cluster exist, or none does, the edges of its nodes are known.",
)


def _is_known(keys: object) -> bool:
    return mapped(keys).get("role") == "quasi-identifier"
