"""Words of the ledger."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "ledger": Entry(
        "the ledger",
        "Two releases of the same people can tell together what neither tells alone. Shoal"
        " therefore remembers what was given, and compares before it gives more.",
    ),
    "release-state": Entry(
        "the state of a release",
        "Released: somebody has it, and new releases are compared with it. Withdrawn: nobody has"
        " it any more, so it is not compared. Draft: it was made, and given to nobody"
        " yet. Pending or unsure: it counts as released until you"
        " say otherwise.",
    ),
    "given-records": Entry(
        "records given",
        "How many records the release holds, of how many in its table. The others were suppressed"
        " or outside the subset.",
    ),
    "account": Entry(
        "the privacy account",
        "Differentially private releases of the same table add up: what they spend together limits"
        " what all of them tell about one person. Lower is more private.",
        "ε = ε₁ + ε₂ + … , δ = δ₁ + δ₂ + …",
    ),
    "find-person": Entry(
        "finding a person",
        "Which releases show a person, so that they can be made again without. The identifier is"
        " compared by its fingerprint and written nowhere.",
    ),
}
