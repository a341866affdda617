"""Words of the step Analyze & release."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "run": Entry(
        "a run",
        "One answer to the study: a release with its report and certificate. Runs are kept until"
        " you forget them, so that you can compare several before you give one away.",
    ),
}
