"""Words of the page risk."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "attackers": Entry(
        "the three attackers",
        "Three people with different aims and knowledge. Each risk is the chance that they pick the"
        " right record.",
    ),
    "attacker-prosecutor": Entry(
        "the prosecutor",
        "Looks for one person and knows that this person is in the data.",
        "risk = 1 / size of the class in the data",
    ),
    "attacker-journalist": Entry(
        "the journalist",
        "Looks for one person without knowing whether they are in the data; any of the population"
        " could be meant. Without a population the data itself is taken.",
        "risk = 1 / size of the class in the population",
    ),
    "attacker-marketer": Entry(
        "the marketer",
        "Wants as many people as possible and does not care whom; only the average counts.",
        "success = classes / records",
    ),
    "attack-success": Entry(
        "success on average",
        "The share of people that the attacker would find who tries everybody.",
    ),
    "attack-lowest": Entry("the lowest risk", "The risk of the record that is hardest to find."),
    "attack-at-risk": Entry(
        "records at risk",
        "The share of records whose risk is above the threshold, by default one divided by the"
        " promised k. The slider below answers for other thresholds.",
    ),
    "risk-threshold": Entry(
        "the threshold",
        "Some rules call a record safe if its risk is at most 9% (1 of 11), others 20% (1 of 5)"
        " or 33% (1 of 3). Move the slider and see how many records would be above.",
    ),
    "risk-distribution": Entry(
        "the distribution of risks",
        "How many records have which risk. In a good release all bars stand far to the left. The"
        " logarithmic scale also shows bars of very few records.",
    ),
    "population-size": Entry(
        "the population",
        "How many people live where the records are from. A person who is unique in the data need"
        " not be unique among them.",
    ),
    "uniques": Entry(
        "unique records and people",
        "Unique records look like no other in the data. How many of them are also unique among all"
        " people is estimated by statistical models of the population, each by its name.",
    ),
    "uniqueness-curves": Entry(
        "the share of unique people",
        "How many people of a population would be unique if the data were a small or a large part"
        " of it. Each curve is a statistical model; Dankar's rule chooses among the others. A curve"
        " has a gap where its model has no solution.",
    ),
    "payouts": Entry(
        "publisher and adversary",
        "A game: the publisher gains by what a release tells and loses by successful attacks; the"
        " adversary gains by them and pays for each try. A good release leaves the publisher much,"
        " and the adversary nothing.",
    ),
    "column-sets": Entry(
        "sets of columns",
        "For all sets of quasi-identifiers, how well they tell people apart; small sets first.",
    ),
    "distinction": Entry(
        "distinction",
        "The share of different combinations of values among all records; at 100% all differ.",
        "combinations / records",
    ),
    "separation": Entry(
        "separation",
        "The share of pairs of records that differ in these columns.",
        "pairs that differ / all pairs",
    ),
    "contribution": Entry(
        "what a column adds",
        "The share that a column has in the distinction of all quasi-identifiers, whatever the"
        " order in which they are added (Shapley value).",
    ),
    "measured-models": Entry(
        "what could be promised",
        "For every privacy model, the strictest promise that this table keeps, whether or not the"
        " study asked for it. Larger is safer for k and l, smaller for t, β, δ and risks.",
    ),
    "sensitive-measured": Entry(
        "sensitive columns, measured",
        "What somebody learns about a sensitive value who knows only the class of a person.",
    ),
    "safe-harbor": Entry(
        "HIPAA Safe Harbor",
        "A rule of the United States that names eighteen kinds of identifiers to be removed."
        " Columns are noticed by their names and by the look of their values, so look at each"
        " yourself: a coarse column may be fine, and one that is not listed may identify.",
    ),
    "attack": Entry(
        "a simulated attack",
        "Attackers who know the quasi-identifiers of everybody try to link, to single out and to"
        " infer. Success is the share of attempts that succeed; what counts is how much better than"
        " guessing it is. In brackets: where the true share lies with 95% confidence.",
    ),
    "special-uniques": Entry(
        "special uniques",
        "Records that are unique in few columns already. The score (SUDA) is higher the fewer"
        " columns are needed; the last lines tell how likely a match with such a record is right.",
    ),
}
