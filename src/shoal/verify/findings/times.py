"""Which checks a run can pass: those of the time in which it was made.

A run says in its summary the number of the newest checks that it was made for. Later checks are not
made, because an honest run of that time may fail them; the verdict says which they are.
"""

from shoal.verify.findings.verdict import Finding

FIRST, LATEST = 1, 2
NEWER = {
    2: (
        "every file of the run folder is listed and unchanged",
        "study and certificate promise the same",
        "the release is written byte for byte as its cells ask",
        "the order of records tells no hidden value",
        "every record of a sample stems from one of the input",
        "pseudonyms and shifted dates are those of the key",
    )
}


def newer_checks(made: int) -> list[Finding]:
    """A finding that names the checks that are newer than a run, and were therefore not made."""
    newer = [name for number, names in NEWER.items() if number > made for name in names]
    if not newer:
        return []
    reason = f"This run is older than these checks, so they were not made: {'; '.join(newer)}."
    return [Finding("newer checks", "not_checked", reason)]
