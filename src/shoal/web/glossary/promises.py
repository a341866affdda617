"""Words of the step Promises."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "promise": Entry(
        "a promise",
        "A sentence about the release that is proven before anything is given away: a run that"
        " cannot keep all promises makes no release, and an independent check looks at the result.",
    ),
    "quality model": Entry(
        "the quality model",
        "How it is counted what a release loses. Of all releases that keep the promises, the one"
        " with the smallest loss is chosen, so this says what you want to keep.",
    ),
    "weight": Entry(
        "the weight of a column",
        "How much the loss of a column counts beside the others. A column with the weight 2 counts"
        " twice as much as one with 1, and with 0 it may become as coarse as necessary.",
        "share = weight / sum of all weights",
    ),
    "suppression limit": Entry(
        "the suppression limit",
        "The largest share of records that may be left out of the release. At 0 every record must"
        " find a class that is large enough, and one unusual person makes everybody coarser.",
        "left out ≤ limit × records",
    ),
    "subset": Entry(
        "the research subset",
        "The records that are released. What somebody knows about the others still helps to hide"
        " those, where a promise counts the population.",
    ),
    "population": Entry(
        "the population",
        "Everybody whom a record could be about. An adversary who does not know who is in the data"
        " must choose among all of them.",
    ),
    "person": Entry(
        "the person",
        "The column that tells whose record it is. Somebody with ten visits is one person, not ten"
        " who look alike.",
    ),
    "stakes": Entry(
        "a stake",
        "What publisher and adversary play for, per record and in any currency. Promises and losses"
        " about economics use them; all others do not.",
        "an attack pays while gain / class size > cost",
    ),
    "search": Entry(
        "the search",
        "Levels of all columns are combined in every way; a search finds the combination that keeps"
        " the promises and loses least. Methods are recipes of their own.",
    ),
    "strategy": Entry(
        "the search strategy",
        "optimal proves that nothing better exists. For very many columns best-first, genetic and"
        " top-down stop after some seconds and tell how far from the best they may be.",
    ),
    "recoding": Entry(
        "recoding",
        "Global: a column has the same level in all records, which is easy to analyze. Local: each"
        " class has its own, which loses far less.",
    ),
    "recipient": Entry(
        "the recipient",
        "Whose profile tells which columns they could link; methods protect those together.",
    ),
    "output": Entry(
        "the output",
        "How the release is written. The order of records is hidden unless you say otherwise,"
        " because it can tell who is who.",
    ),
    "run settings": Entry(
        "a run setting",
        "When the certificate asks to look at the release again, and how the run computes.",
    ),
    "live check": Entry(
        "the live check",
        "After each change the library reads study and data, and tells everything that would stop a"
        " run and everything you should know, without releasing anything.",
    ),
}
