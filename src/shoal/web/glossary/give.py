"""Words of the pages give and shared."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "give": Entry(
        "giving a release",
        "A run is a draft that nobody else has. Whoever gets it keeps it. So it is checked again"
        " when you give it, and the ledger compares it with everything that was given before about"
        " the same people, by anybody, and refuses it where both together would tell too much.",
    ),
    "checksum": Entry(
        "the checksum",
        "A fingerprint of the release. The certificate names the same, so that everybody can tell"
        " that file and certificate belong together.",
        "shasum -a 256 release.csv",
    ),
    "report": Entry(
        "the report",
        "Everything about this run on one page, with figures of the input. It is for you, the"
        " steward; the certificate is for those who get the release.",
    ),
    "verify": Entry(
        "the independent check",
        "Code that shares nothing with the search reads input and release again and measures every"
        " promise. It would notice a file that was changed since.",
    ),
    "share": Entry(
        "sharing",
        "Users of this server with the role researcher get release and certificate, viewers the"
        " certificate only. Nobody but you sees the table, the report or the study. If you stop"
        " sharing, who has downloaded it keeps it.",
    ),
    "shared": Entry(
        "what is shared",
        "A release was made for you under the promises that its certificate tells. The checksum in"
        " the certificate shows that a file is that release.",
    ),
    "export": Entry(
        "new records",
        "What is needed to bring records that arrive later into the same form as this release.",
    ),
    "export-mapping": Entry(
        "the mapping",
        "Hierarchies and levels of this release as one file. New records are generalized the same"
        " way with it; whether they keep the promises must be checked on the whole.",
    ),
    "hierarchy-export": Entry(
        "the hierarchies", "One CSV file for each column, as other tools read them."
    ),
    "forget-run": Entry(
        "forgetting a run",
        "Its files are removed for good. What was given stays in the ledger, because others have"
        " it; a run that is shared cannot be forgotten before you stop sharing it.",
    ),
}
