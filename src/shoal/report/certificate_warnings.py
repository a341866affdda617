"""What a certificate warns of: what promises do not cover, in words for the recipient.

Attacks on what is promised: homogeneous classes (Machanavajjhala et al. 2007,
doi:10.1145/1217299.1217302), minimality (Wong et al. 2007, "Minimality attack in privacy
preserving data publishing", VLDB), other publishers (Ganta, Kasiviswanathan and Smith 2008,
doi:10.1145/1401890.1401926), how risky combinations of releases are (paper 003).
"""

from collections.abc import Iterator

from shoal.report.certificate_recipe import changes_values, is_by_chance, is_private
from shoal.report.flat import as_list, as_mapping
from shoal.report.numbers import percent
from shoal.report.types.certificate import CertifiedPromise, Warning
from shoal.study.keys.plain import StudyKeys


def warnings_for(
    study: StudyKeys, promises: list[CertifiedPromise], *, cells_differ: bool = False
) -> list[Warning]:
    """Every warning that a run of this kind needs, the most serious first.

    Args:
        study: The study as it was asked.
        promises: The promises of the certificate.
        cells_differ: Whether a column may be coarser in one record than in another.
    """
    private = is_private(study)
    promising = bool(study.get("privacy")) or ("method" in study and not is_by_chance(study))
    warnings = [
        *([NOT_PRIVATE] if study.get("reproducible") is True else []),
        *([NO_PROMISE] if not promising else []),
        *([CHANGED] if changes_values(study) else []),
        *([UNCHECKED] if any(one.get("holds") == "not_checked" for one in promises) else []),
        *([RECORDS] if study.get("person") is False else []),
        *_suppression(study),
        ANY_ATTACKER if private else _attacker(study),
        *([] if private else _sensitive(study)),
        *([MINIMALITY] if promising and not private and not changes_values(study) else []),
        SUMMED if private else _others(study),
        *([PSEUDONYMS] if _has_pseudonyms(study) else []),
        *([POPULATION] if study.get("population") else []),
        *([CELLS] if cells_differ else []),
        *([EDGES] if "edges" in as_mapping(study.get("method")) else []),
    ]
    return [{"title": title, "text": text} for title, text in warnings]


Words = tuple[str, str]  # the title of a warning, and its text

NOT_PRIVATE = (
    "Not private",
    "This run was made repeatable to the byte (`reproducible: true`), for tests. What"
    " chance was to hide can be computed again. Do not give this release to anybody.",
)
NO_PROMISE = (
    "No promise",
    "The study promises nothing; records may be found as easily as in the input.",
)
CHANGED = (
    "Changed values",
    "Values of some columns are not the true ones. Each may be near the true one, or equal to it:"
    " who knows a person well may still find the record, and learn its other columns. Statistics of"
    " single records and of small groups are wrong.",
)
UNCHECKED = (
    "Not everything could be checked",
    "A promise that is marked “not checked” rests on how the release was made; the reason"
    " stands beside it.",
)
RECORDS = (
    "Records, not people",
    "Promises count records. Somebody with several records counts several times, and a"
    " class may be the records of one person.",
)
ANY_ATTACKER = (
    "What an attacker may know",
    "Anything about everybody else: the promise bounds what the presence of one record"
    " changes, whatever is known. It is about records: somebody with several records is"
    " protected less.",
)
MINIMALITY = (
    "Minimality attack",
    "How this release was chosen is public: nothing was made coarser than the promises need."
    " Who knows that, and the hierarchies, can sometimes rule out inputs for which less would"
    " have been enough, and be surer of a sensitive value than the promise says. Only"
    " differential privacy excludes such reasoning.",
)
SUMMED = (
    "Other releases and other publishers",
    "What several releases about the same people cost adds up: their epsilons and deltas"
    " are summed. Releases of others that are not differentially private are not covered.",
)
PSEUDONYMS = (
    "Pseudonyms",
    "Records with the same pseudonym belong to the same person. Together they can tell"
    " more than each alone; promises that count records do not cover that.",
)
POPULATION = (
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


def _suppression(study: StudyKeys) -> Iterator[Words]:
    """The warning about suppressed records; none if none may be suppressed."""
    if is_private(study):
        suppressed = "an unknown share of the records is"
    elif changes_values(study):
        return
    elif "method" in study:
        suppressed = "records or cells are"
    elif (limit := float(study.get("suppression_limit", 0))) > 0:
        suppressed = f"up to {percent(limit)} of the records are"
    else:
        return
    yield (
        "What suppression hides",
        f"To keep the promises {suppressed} suppressed, and these are not a random part: people"
        " with rare combinations of values go first. Counts are too low, rare groups are"
        " underrepresented, and that a combination does not occur does not mean that nobody has"
        " it. How many records are missing is not told here, because it would tell about them.",
    )


def _attacker(study: StudyKeys) -> Words:
    """The warning about what an attacker may know."""
    columns = as_mapping(study.get("columns"))
    known = [name for name, keys in columns.items() if _role(keys) == "quasi-identifier"]
    return (
        "What an attacker is taken to know",
        f"The quasi-identifiers ({', '.join(known) or 'none'}) of a person, and that the person is"
        " in the data. Who knows other columns, too, can find a person by them: no promise covers"
        " that. A risk of 20% means one guess in five, for an attacker who knows no more than"
        " this.",
    )


def _sensitive(study: StudyKeys) -> Iterator[Words]:
    """The warning about sensitive columns that no promise covers; none if all are covered."""
    columns = as_mapping(study.get("columns"))
    covered = {as_mapping(promise).get("column") for promise in as_list(study.get("privacy"))}
    uncovered = [
        name for name, keys in columns.items() if _role(keys) == "sensitive" and name not in covered
    ]
    if uncovered:
        yield (
            "Values that a class has in common",
            f"No promise is about the values of {', '.join(uncovered)}. Where all records of a"
            " class share one, it is known of everybody in that class, found or not.",
        )


def _others(study: StudyKeys) -> Words:
    """The warning about other releases of the same people."""
    earlier = [name for name in as_list(study.get("acknowledge")) if "earlier-release" in str(name)]
    known = " The steward knows of such a release and accepted it." if earlier else ""
    return (
        "Other releases and other publishers",
        "The promises are about this release alone. If the same people are in another release, of"
        " this steward or of anybody else (another hospital, an insurer, a register), the two can"
        " be intersected, and a person may be found who is hidden in each of them. The steward"
        f" compares with the steward's own earlier releases only.{known}",
    )


def _has_pseudonyms(study: StudyKeys) -> bool:
    """Whether a column is replaced by pseudonyms or shifted dates, and not dropped."""
    columns = map(as_mapping, as_mapping(study.get("columns")).values())
    return any(
        as_mapping(keys.get("pseudonym")).get("method", "drop") != "drop" or "shift" in keys
        for keys in columns
    )


def _role(keys: object) -> object:
    return as_mapping(keys).get("role")
