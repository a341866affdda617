"""Words of the step Columns & hierarchies."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "columns listed": Entry(
        "this list",
        "Every column that has a role. Columns without one are never released; give them one in"
        " the step Data. Each line tells the type, what becomes of the values, and how many"
        " levels there are to choose from.",
    ),
    "columns distinct": Entry(
        "different values",
        "How many different values the column has. The more there are, the easier it is to tell"
        " people apart, and the more a hierarchy has to do.",
    ),
    "columns known": Entry(
        "records with a value", "Records in which this column is not missing."
    ),
    "columns missing": Entry(
        "missing",
        "Records without a value here, or with a text that you read as missing. A missing value"
        " counts as a value of its own when people look alike.",
    ),
    "columns rare": Entry(
        "rare values",
        "Values that fewer than five records have. They give people away first; a good hierarchy"
        " puts them together with others on its first level.",
    ),
    "columns way": Entry(
        "the way",
        "Others may know this column, so it must not tell people apart. Generalizing replaces"
        " values by broader ones, aggregating shows one value for everybody in a class, keeping"
        " changes nothing.",
    ),
    "columns builder": Entry(
        "a builder",
        "A hierarchy says what each value becomes on each level: 34, 30 to 39, adult, *. A builder"
        " makes it from the values of the column by a rule, so it fits new data, too.",
    ),
    "columns levels": Entry(
        "a level",
        "Level 0 are the values themselves; each level above has fewer, broader groups, and the"
        " top usually has one. The search chooses one level for the whole column.",
    ),
    "columns groups": Entry("groups", "How many different labels there are on a level."),
    "columns examples": Entry(
        "this table",
        "Groups: how many different labels a level has. Smallest group: the records of the rarest"
        " label, which is how few people somebody can be one of if only this column is known."
        " Examples: what the most frequent values, or the one you type, become.",
    ),
    "columns picture": Entry(
        "the picture",
        "The top is on the left. To the right of each label stand those it consists of, with the"
        " number of values under it. Pale levels are those that a release may not use.",
    ),
    "columns range": Entry(
        "the range of levels",
        "A release uses one level between the lowest and the highest. A lowest level above 0 means"
        " that values are never released as they are; a highest level below the top means that"
        " the column never disappears.",
    ),
    "columns weight": Entry(
        "the weight",
        "How much the loss of this column counts against that of others. With weight 2 the search"
        " would rather make two other columns coarser by the same share.",
        "loss = Σ weight · loss of the column / Σ weight",
    ),
    "columns aggregate": Entry(
        "aggregation",
        "Everybody in a class shows the same mean, median, mode, set or interval of the class's own"
        " values (microaggregation). Without clustering, the column takes no part in forming"
        " classes and needs no hierarchy.",
    ),
    "columns editor": Entry(
        "editing",
        "Type another label to change it for all values that share the label on the level below."
        " A label that exists joins that group, with its labels on all higher levels. Nothing is"
        " kept before you say so, and every step can be undone.",
    ),
    "columns target": Entry(
        "a target", "Models will be trained to predict this column, in the last step."
    ),
    "columns pseudonym": Entry(
        "a pseudonym",
        "An identifier points to one person and is never released as it is. A pseudonym in its"
        " place lets recipients see which records belong together, without telling whose they are.",
    ),
    "columns key": Entry(
        "a key",
        "A secret that this server drew and shows to nobody. Who has the same key, domain and"
        " recipient gets the same pseudonyms or shifts again; without it, nobody can.",
    ),
    "columns shift": Entry(
        "shifted dates",
        "All dates of a person move by the same secret number of days: times between events stay,"
        " true dates do not. The people are told apart by the study's key `person`.",
    ),
    "columns sensitive hierarchy": Entry(
        "the hierarchy of a sensitive column",
        "Nothing is made coarser by it. The promise t-closeness with the distance hierarchical"
        " measures by it how far two values are apart: two kinds of cancer less than a cancer and"
        " a fracture.",
    ),
    "columns bulk": Entry(
        "changes of several columns",
        "What is done with every selected column that it suits. You are told which ones were left"
        " alone and why, and Undo takes the whole change back.",
    ),
}  # fmt: skip
