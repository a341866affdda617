"""Words of the step Analyze & release: what a run promises, costs, and how it was made."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "local-levels": Entry(
        "levels by class",
        "With local recoding, each class has levels of its own: records that many others share"
        " their values with keep them. Each field is the share of the released records that have"
        " this column at this level; 0 is the value as it was.",
    ),
    "local-shapes": Entry(
        "combinations of levels",
        "Classes of one combination are equally coarse in every column. They are counted, and"
        " nothing of what is in them is shown.",
    ),
    "run": Entry(
        "a run",
        "One answer to the study: a release with its report and certificate. Runs are kept until"
        " you forget them, so that you can compare several before you give one away.",
    ),
    "promise-checked": Entry(
        "a checked promise",
        "Green: every promise was checked and holds, no record looks like no other, hardly any does"
        " with insensitive columns, and people were counted where they repeat. Amber: one of these"
        " is not so, or there is no promise. Red: a promise does not hold. "
        "After the release was written, separate code read it again and measured every promise on"
        " it. That code shares nothing with the search that made the release.",
    ),
    "promise-measured": Entry(
        "the measured value",
        "What the separate check found on the written release. A promise such as k = 5 holds if"
        " the smallest class it measured has 5 records or more.",
    ),
    "suppression-allowed": Entry(
        "allowed suppression",
        "How many records the study lets the search suppress at most.",
        "⌊ limit × records ⌋",
    ),
    "classes": Entry(
        "classes",
        "Groups of released records that look alike in all quasi-identifiers. Nobody can tell the"
        " records of one class apart by what others may know.",
    ),
    "class-smallest": Entry(
        "the smallest class",
        "How many records the smallest group has. The larger it is, the safer is its least safe"
        " record: its risk is one divided by this size.",
        "highest risk = 1 / smallest class",
    ),
    "class-average": Entry(
        "the average class", "How many released records a class has on average."
    ),
    "fully-generalized": Entry(
        "fully generalized records",
        "Released records whose quasi-identifiers all show the most general value: they are there,"
        " but tell nothing.",
    ),
    "risk-profile": Entry(
        "the risk of being recognized",
        "How likely somebody who knows a person's quasi-identifiers, and that the person is in the"
        " data, picks that person's record: one divided by the size of its class.",
        "risk of a record = 1 / size of its class",
    ),
    "risk-highest": Entry(
        "the highest risk",
        "The risk of the record that is easiest to find. 100% means that somebody is unique.",
        "1 / smallest class",
    ),
    "risk-average": Entry(
        "the average risk",
        "The same risk averaged over all records: the share of people whom an attacker would find"
        " who tries everybody.",
        "classes / records",
    ),
    "risk-uniques": Entry(
        "unique records", "Records that look like no other; the easiest to recognize."
    ),
    "unique-insensitive": Entry(
        "records that are unique with insensitive columns",
        "Records of the release that look like no other by quasi-identifiers and insensitive"
        " columns together. Promises do not cover insensitive columns, so above 5% the release is"
        " not called safe.",
    ),
    "unique-sensitive": Entry(
        "records that are unique with sensitive columns",
        "The same with sensitive columns, for information: in a class of varied values everybody"
        " is unique by them, as it should be.",
    ),
    "columns-fate": Entry(
        "what became of a column",
        "Removed: it is not in the release. Grouped: its values became less precise. Unchanged: it"
        " is released as it was. The numbers of different values are those of the table and of the"
        " release.",
    ),
    "risk-at_risk": Entry(
        "records at risk",
        "The share of records in classes smaller than the promised k (5 where none is promised).",
    ),
    "level": Entry(
        "the level of a column",
        "How far up its hierarchy the values were moved: 0 is as they were, the highest level shows"
        " the same for everybody. The loss of a column is the share of its detail that is gone.",
    ),
    "side-by-side": Entry(
        "the view side by side",
        "Every record of the table on the left, and what is released of it on the right; both"
        " scroll together. It shows the table, so it is only yours: it is kept as a file of the"
        " job that made it, never in the run, and never shared. It is made anew from the study and"
        " refused unless it is exactly the written release.",
    ),
    "graph-pictures": Entry(
        "the graph before and after",
        "Before: a dot for each record and a line for each edge of your list. After: what the"
        " release tells, a circle for each cluster with the number of its records, the darker the"
        " more of them are connected; the thicker a line, the more of the possible edges exist. Of"
        " a large graph, both show a part. The first picture is only yours.",
    ),
    "super-nodes": Entry(
        "a super-node",
        "A cluster of at least k records that look alike. The release tells how many records and"
        " edges are inside, never which record has which edge.",
    ),
    "super-edges": Entry(
        "a super-edge", "Two clusters with an edge between them; the release tells how many."
    ),
    "structure-lost": Entry(
        "the structure that is lost",
        "Wrong guesses to expect when the graph is drawn again from the release, as a share of the"
        " most that so many nodes can have (NSIL).",
    ),
    "certain-edges": Entry(
        "a certain edge",
        "Where all records of a cluster are connected, or all of two clusters with each other,"
        " everybody knows each of these edges. A larger k may hide them.",
    ),
    "optimal": Entry(
        "how good the answer is",
        "Best possible means proven: no other choice of levels that keeps the promises loses less."
        " It is never said of levels that were chosen by hand, nor of what a method decided."
        " Candidates that could not be better were left out without looking at the data.",
    ),
    "processor-time": Entry(
        "processor time",
        "How long the processors worked for this run, however busy the computer was besides.",
    ),
}
