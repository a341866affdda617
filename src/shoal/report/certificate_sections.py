"""A certificate as texts: what its HTML page and its PDF show alike."""

import shlex
from collections.abc import Mapping
from datetime import datetime
from typing import cast

from shoal.report.flat import as_list, as_mapping, flat
from shoal.report.numbers import count_of, number, percent, share_or_count
from shoal.report.types.certificate import (
    Certificate,
    CertifiedColumn,
    CertifiedPromise,
    CertifiedRelease,
)
from shoal.report.types.page import Context, Entry
from shoal.report.types.sections import HeadlineFacts, Unique, Uniqueness
from shoal.report.words import MISSING, label
from shoal.report.words import RISK as RISK_WORDS
from shoal.study.keys.plain import Settings

HOLDS = {True: ("good", "✓ holds"), False: ("bad", "✕ does not hold")}


Texts = dict[str, str]  # a row of a page, by name


def certificate_texts(facts: Certificate) -> Context:
    """Everything that the page and the PDF show, ready to be printed, by name."""
    release, headline = as_mapping(facts.get("release")), _headline(facts)
    return {
        "number": str(release.get("sha256") or "")[:12] or "without a file",
        "title": "Draft of a certificate"
        if is_draft(facts)
        else "Certificate of de-identification",
        "draft": is_draft(facts),
        "says": label(facts.get("says"), 200),
        "standing": label(headline["title"], 300),
        "tone": headline["tone"],
        "reasons": [label(reason, 600) for reason in as_list(headline.get("reasons"))],
        "private": facts.get("private") is not False,
        "created": long_date(facts.get("created")),
        "review": long_date(facts.get("review")),
        "review_text": REVIEW,
        "facts": _about(facts, release),
        "fingerprints": fingerprints(release),
        "promises": [_promise(as_mapping(promise)) for promise in as_list(facts.get("promises"))],
        "columns": [_column(as_mapping(column)) for column in as_list(facts.get("columns"))],
        "settings": [_texts(as_mapping(setting)) for setting in as_list(facts.get("settings"))],
        "risk": _risk(facts),
        "warnings": [_texts(as_mapping(warning)) for warning in as_list(facts.get("warnings"))],
        "steps": _steps(facts, release),
    }


def is_draft(facts: Certificate) -> bool:
    """Whether nobody was given the release; older certificates say nothing about it."""
    return "given" in facts and facts["given"] is None


def _headline(facts: Certificate) -> HeadlineFacts:
    """The headline; certificates of earlier versions have a sentence only, and no color."""
    headline = as_mapping(facts.get("headline"))
    if headline:
        return headline
    sentence = cast(Settings, facts).get("standing")
    return {"tone": "open", "title": MISSING if sentence is None else str(sentence), "reasons": []}


REVIEW = (
    "A release cannot be called back, and what others know grows. On this day the steward should"
    " ask again whether the assumptions below still hold before the release is used or passed on."
)


def long_date(moment: object) -> str:
    """A moment in ISO form as a date that people write: 4 March 2025; other texts as they are."""
    try:
        date = datetime.fromisoformat(str(moment))
    except ValueError:
        return label(moment)
    return f"{date.day} {date:%B %Y}"


def _about(facts: Certificate, release: CertifiedRelease) -> list[tuple[str, str]]:
    """Rows of a name and a text: what was released, when it was made and given, and the seal."""
    versions = as_mapping(facts.get("versions"))
    libraries = ", ".join(f"{name} {text}" for name, text in versions.items() if name != "shoal")
    sizes = (count_of(release.get(f"{word}s"), word) for word in ("record", "column"))
    size = ", ".join(sizes)
    made = (
        f"{long_date(facts.get('created'))}, by Shoal {label(versions.get('shoal'))} ({libraries})"
    )
    seal = as_mapping(facts.get("seal")).get("sha256")
    sealed = [("Seal of study and hierarchies", label(seal, 80))] if seal else []
    place = f"{_place(release)}: {size}"
    return [("Release", place), ("Made", made), *_row_about_giving(facts), *sealed]


def _row_about_giving(facts: Certificate) -> list[tuple[str, str]]:
    """The row about when and to whom the release was given; none for a draft."""
    if facts.get("given") is None:
        return []
    given = as_mapping(facts["given"])
    whom = f", to {label(given['to'], 200)}" if given.get("to") else ""
    return [("Given", f"{long_date(given.get('date'))}{whom}")]


def _place(release: CertifiedRelease) -> str:
    """Where the release is: its file, its table in a database, or memory."""
    if release.get("file"):
        return label(release["file"], 200)
    if release.get("table"):
        return f"table {label(release['table'], 200)} of a database"
    return "a table in memory"


def fingerprints(release: CertifiedRelease) -> list[Texts]:
    """The files of the release that have a fingerprint, each with it."""
    files = {str(release.get("file")): release.get("sha256")} | as_mapping(release.get("beside"))
    return [{"file": label(name, 200), "sha256": sha} for name, sha in files.items() if sha]


def _promise(promise: CertifiedPromise) -> Texts:
    holds, reason, shown = promise.get("holds"), promise.get("reason"), promise.get("shown")
    tone, mark = HOLDS.get(holds, ("open", "? not checked"))  # type: ignore[arg-type]
    parameters = "; ".join(_pair(entry) for entry in flat(promise.get("parameters")))
    return {
        "tone": tone,
        "mark": mark,
        "says": label(promise.get("says"), 600),
        "model": label(promise.get("model")) + (f" ({parameters})" if parameters else ""),
        "shown": label(shown, 300) if shown else UNSEEN,
        "reason": label(reason, 600) if reason else "",
    }


UNSEEN = "nothing: it compares with what the release does not show"


def _pair(entry: Entry) -> str:
    value = entry["value"]
    text = label(value, 200) if isinstance(value, str) else number(value)
    return f"{entry['name']} = {text}" if entry["name"] else text


def _column(column: CertifiedColumn) -> Texts:
    return {
        "name": label(column.get("name"), 200),
        "role": label(column.get("role")),
        "treatment": label(column.get("treatment"), 200),
        "values": "–" if column.get("values") is None else number(column["values"]),
    }


def _texts(row: Mapping[str, object]) -> Texts:
    """A row with every value as a harmless text."""
    return {key: label(value, 1200) for key, value in row.items()}


def _risk(facts: Certificate) -> list[Texts]:
    """Rows about risk, classes, and records that look like no other."""
    risk, classes = as_mapping(facts.get("risk")), as_mapping(facts.get("classes"))
    rows = [
        {"name": name, "value": share_or_count(risk.get(key)), "meaning": meaning}
        for key, (name, meaning) in RISK_WORDS.items()
        if key in risk
    ]
    sizes = (
        f"{count_of(classes.get('count'), 'class', 'classes')} of {number(classes.get('min'))} to"
        f" {count_of(classes.get('max'), 'record')}, {number(classes.get('mean'))} on average"
    )
    meaning = "A class is a group of records that look the same in every quasi-identifier."
    return [
        *rows,
        {"name": "Classes", "value": sizes, "meaning": meaning},
        *_uniqueness(as_mapping(facts.get("uniqueness"))),
    ]


def _uniqueness(uniqueness: Uniqueness) -> list[Texts]:
    """Records that look like no other, by more than the quasi-identifiers."""
    sides: tuple[tuple[Unique, tuple[str, str]], ...] = (
        (uniqueness, UNIQUE),
        (as_mapping(uniqueness.get("with_sensitive")), UNIQUE_WITH_ALL),
    )
    return [
        {
            "name": name,
            "value": f"{number(side.get('unique'))} ({percent(side.get('share'))})",
            "meaning": meaning,
        }
        for side, (name, meaning) in sides
        if side
    ]


UNIQUE = (
    "Unique with insensitive columns",
    "Records that look like no other in quasi-identifiers and insensitive columns together.",
)
UNIQUE_WITH_ALL = (
    "Unique with sensitive columns",
    "The same with sensitive columns. In a class of varied values this is as it should be.",
)


def _steps(facts: Certificate, release: CertifiedRelease) -> list[Texts]:
    """What readers can do, with commands: match the file, look at it, repeat and verify the run.

    Steps that need a file are left out where there is none.
    """
    file, steps = release.get("file"), []
    known = [
        str(column.get("name"))
        for column in map(as_mapping, as_list(facts.get("columns")))
        if column.get("role") == "quasi-identifier" and column.get("released")
    ]
    if file and release.get("sha256"):
        files = [shlex.quote(row["file"]) for row in fingerprints(release)]
        command = " ".join(["sha256sum", *files])
        steps.append({"title": "Match file and certificate.", "text": MATCH, "command": command})
    if file and known:
        names = shlex.quote(",".join(known))
        names = names if len(names) <= LONGEST else "COLUMNS"
        command = f"shoal risk {shlex.quote(str(file))} --quasi-identifiers {names}"
        steps.append({"title": "Look yourself.", "text": LOOK, "command": command})
    version = label(as_mapping(facts.get("versions")).get("shoal"))
    models = [as_mapping(promise).get("model") for promise in as_list(facts.get("promises"))]
    private = "differential-privacy" in models  # another draw would cost as much again
    again = "" if private else " && shoal run run/study.yaml --out again"
    text = (VERIFY if private else REPEAT).format(version=version)
    title = f"{'Verify' if private else 'Repeat and verify'} (the steward)."
    return [*steps, {"title": title, "text": text, "command": f"shoal verify run{again}"}]


LONGEST = 48  # what fits into a line; longer lists stand in the table of columns
MATCH = (
    "The file that you have is the one that was certified if this command prints the fingerprint"
    " above. On macOS use shasum -a 256, on Windows certutil -hashfile FILE SHA256."
)
LOOK = (
    "How large the classes are, and what that means, can be counted in the release alone; where"
    " COLUMNS stands, put the names of the quasi-identifiers with commas between them."
)
VERIFY = (
    "With the input, the study kept beside the release, and Shoal {version}. To run the study once"
    " more would draw another release, and spend epsilon and delta once more."
)
REPEAT = (
    "With the input, the study kept beside the release, and Shoal {version}: levels and promises"
    " are the same again; the order of the records differs, unless the run was made repeatable,"
    " and so do values that were drawn by chance."
)
