"""Words of the step Columns & hierarchies."""

from shoal.web.glossary.entry import Entry

USES = {
    "automatic": "Not sure? It looks at the values and chooses one of the others.",
    "ages": "For ages in years: 34 becomes 30–34, 30–39, 20–39; from 90 on all are 90+.",
    "vocabulary": "For countries, states, education, marital status, occupation, race, months.",
    "intervals": "For amounts and dates: 34 becomes 30 to 35, then 30 to 40.",
    "ordered-groups": "For steps of a scale: neighbors in their order become one group.",
    "dates": "For dates: the month, the quarter, the year, the decade.",
    "masking": "For postal codes and other codes of one length: 40250 becomes 4025*, 402**.",
    "priorities": "For names with a few common values: rare ones disappear first.",
    "top-bottom": "For long tails: values beyond a bound become one group, all others stay.",
    "code-prefixes": "For codes whose beginning is the broader class, such as ATC or ISCO.",
    "icd10": "For diagnoses by ICD-10: category, block, chapter.",
    "icd9": "For diagnoses by ICD-9-CM: category, block, chapter.",
    "suppression": "For two or three values: the column is shown as it is, or not at all.",
    "file": "You know the groups best: type them, or upload a table of labels.",
}
_TITLES = {
    "automatic": "the automatic builder",
    "ages": "the builder of ages",
    "vocabulary": "known words",
    "intervals": "the builder of intervals",
    "ordered-groups": "the builder of ordered groups",
    "dates": "the builder of dates",
    "masking": "masking",
    "priorities": "the builder of priorities",
    "top-bottom": "coding of top and bottom",
    "code-prefixes": "the builder of code prefixes",
    "icd10": "the ICD-10 builder",
    "icd9": "the ICD-9 builder",
    "suppression": "all or nothing",
    "file": "a table of labels",
}
_MORE = {
    "automatic": "The same values always give the same hierarchy, and a run writes down what was"
    " chosen. Choose another builder to change it.",
    "ages": "A band depends on the age alone, so it tells nothing about anybody else. Safe Harbor"
    " wants all ages over 89 in one group.",
    "vocabulary": "Peru becomes South America, then Americas. Unknown words are (other).",
    "intervals": "Each level is `factor` times as wide as the one below. With names for the"
    " intervals or ends of the range, see More settings.",
    "ordered-groups": "Which values are neighbors depends on the data: new data can shift groups.",
    "dates": "Each level must determine the next: a week can belong to two months, so week and"
    " month do not go together.",
    "masking": "Every level hides one more character. It suits codes whose characters go from"
    " broad to fine.",
    "priorities": "By frequency: a value that few people share is the first to become *.",
    "top-bottom": "Protects the very old or very expensive, and changes nobody else.",
    "code-prefixes": "Lengths fall from level to level: 5, 4, 3, 1.",
    "icd10": "The blocks and chapters of the WHO are built in. Values that are no code are"
    " errors, or become *.",
    "icd9": "The blocks and chapters are built in. Codes that lost leading zeros are understood.",
    "suppression": "One level only. The search decides whether the column is worth keeping.",
    "file": "One line per value with its label on each level. It can be edited here, and other"
    " tools read it.",
}

ENTRIES = {
    **{
        f"builder {name}": Entry(_TITLES[name], f"{USES[name]} {_MORE[name]}")
        for name in USES
    },
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
