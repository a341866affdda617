"""Words of the step Explore."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "explore-run": Entry(
        "a run",
        "One way through the whole study: the best candidate is found, the release written, and"
        " verified by code that shares nothing with the search. It is a draft until you give it.",
    ),
    "explore-possible": Entry(
        "the sweep",
        "Every candidate is looked at once, for all class sizes. After that, every k, suppression"
        " limit and weight is answered without looking at the data again.",
    ),
    "explore-candidate": Entry(
        "a candidate",
        "One level for each quasi-identifier: how coarse each column becomes. Level 0 keeps the"
        " values, the highest level says nothing. All candidates together form a lattice.",
    ),
    "explore-k": Entry(
        "k",
        "The smallest class: everybody in the release looks like at least k − 1 others.",
        "highest risk = 1 / k",
    ),
    "explore-limit": Entry(
        "the suppression limit",
        "The largest share of records that may be left out because no class is large enough to"
        " hide them. More suppression often allows finer values for everybody else.",
    ),
    "explore-weight": Entry(
        "a weight",
        "How much the loss in this column counts beside the others. A column with a larger weight"
        " is kept more precise. 0 means that it does not matter.",
    ),
    "explore-smallest": Entry(
        "the smallest class",
        "How many records the smallest group has whose members look alike in the release.",
    ),
    "explore-classes": Entry(
        "classes",
        "Groups of records that look alike in every quasi-identifier. Fewer, larger classes hide"
        " people better and tell less.",
    ),
    "explore-risk": Entry(
        "the highest risk",
        "The chance that somebody who knows a person's quasi-identifiers picks the right record:"
        " one over the size of the person's class, for the worst case, before and after.",
        "1 / size of the smallest class",
    ),
    "explore-accepted": Entry(
        "candidates that satisfy",
        "How many of all candidates keep the promise while suppressing no more records than the"
        " limit allows.",
    ),
    "explore-answered": Entry(
        "the time of an answer",
        "Processor time that the server needed for your last move: the question to the sweep and"
        " everything that the page shows of it.",
    ),
    "explore-by-k": Entry(
        "loss at every k",
        "The least loss that is possible for each k. The thick line is for your limit; the others"
        " show what no suppression and unlimited suppression would cost. Click a point to take it.",
    ),
    "explore-by-suppressed": Entry(
        "loss against suppressed records",
        "At your k: the least loss when so many records may be left out. Steps are candidates;"
        " click one to take it.",
    ),
    "explore-by-risk": Entry(
        "Pareto-optimal candidates",
        "No other candidate has less risk, fewer suppressed records and less loss at once. Whatever"
        " you want, the best choice is among them. Click one to take it.",
    ),
    "explore-lattice": Entry(
        "the lattice",
        "Every node is a candidate, every line one step in one column. Coarser candidates stand"
        " higher. A lattice can have a million nodes, so the picture shows those around the"
        " candidate you look at, at most 700.",
    ),
    "explore-list": Entry(
        "the list of candidates",
        "All candidates that match the filter. Those that satisfy come first; a candidate does not"
        " satisfy if it would suppress more records than the limit allows.",
    ),
    "explore-column-loss": Entry(
        "the loss of a column",
        "How much of a column's precision is given up, with suppressed records counted as lost:"
        " 0% keeps every value, 100% keeps none. Weights are not part of it.",
    ),
    "explore-bookmark": Entry(
        "bookmarks",
        "Candidates to find again, with your comment. They are kept with the study, and their"
        " figures are those of the moment when they were kept.",
    ),
    "explore-runs": Entry(
        "runs so far",
        "Loss, suppressed records and highest risk of each run of this study, and what differed"
        " from the run before. Drafts are seen by you alone; given ones are with others.",
    ),
    "explore-side-by-side": Entry(
        "side by side", "The same figures of two runs, the older one on the left."
    ),
}
