"""What is said about quality models: what each counts as lost, when to use it, its formula."""

from shoal.web.pages.promises.words.entry import Words
from shoal.web.pages.promises.words.mathml import frac, math, sub, sup, t, text, total

LEVELS, RECORDS, INFORMATION, USE = (
    "How coarse values become", "How large classes are", "How much information is lost",
    "What the release is for",
)  # fmt: skip

QUALITY = {
    "loss": Words(
        LEVELS,
        "How much of each column's values a released value may stand for.",
        "The usual choice: it sees how wide a range is, not only which level it has.",
        math(sub("L", "i"), t("="), frac("1", "n"), total("r"), frac(
            t("|") + sub("g", "i") + t("( r ) |"), t("|") + sub("V", "i") + t("|"))),
        "The share of the values of column i that the released value of record r covers, averaged"
        " over the n records; a suppressed record covers all.",
    ),
    "precision": Words(
        LEVELS,
        "How far up its hierarchy each column is.",
        "When hierarchies were made with care, and each of their levels is one step of meaning.",
        math(sub("L", "i"), t("="), frac(sub("l", "i"), sub("h", "i"))),
        "l is the level of column i, h the height of its hierarchy.",
    ),
    "height": Words(
        LEVELS,
        "The levels themselves, added up.",
        "For comparisons with older work; it does not look at the data.",
        math(t("L ="), total("i"), sub("l", "i")),
        "l is the level of column i.",
    ),
    "static": Words(
        LEVELS,
        "What you say that each level of each column costs.",
        "When a recipient can put a price on each level.",
        math(t("L ="), total("i"), sub("c", "i"), t("("), sub("l", "i"), t(")")),
        "c is the cost, as you give it, of column i at its level l.",
        {"table": {}},
    ),
    "discernibility": Words(
        RECORDS,
        "For each record, how many others it can no longer be told from.",
        "When records must stay distinguishable, whatever their values are.",
        math(total("E"), sup("|E|", "2"), t("+ n · s")),
        "|E| is the size of a class, n the number of records, s how many are suppressed.",
    ),
    "average-class-size": Words(
        RECORDS,
        "How many records a class has on average.",
        "A quick look; close to k is best.",
        math(frac("n", text("classes"))),
        "n is the number of records.",
    ),
    "ambiguity": Words(
        RECORDS,
        "For each record, how many combinations of original values it may stand for.",
        "When the number of possible worlds matters; it punishes wide classes hard.",
        math(total("r"), total("i", "∏"), t("|"), sub("g", "i"), t("( r ) |")),
        "|g| is how many values the released value of record r in column i may stand for.",
    ),
    "non-uniform-entropy": Words(
        INFORMATION,
        "How many bits it would take to tell the original values again.",
        "When rare values matter: merging two frequent values costs more than two rare ones.",
        math(t("−"), total("r"), t("log"), frac(
            t("f (") + sub("v", "r") + t(")"), t("F (") + sub("w", "r") + t(")"))),
        "f is how often the original value v of record r occurs, F how often the released one w.",
    ),
    "normalized-non-uniform-entropy": Words(
        INFORMATION,
        "The same as a share of what each column could lose at most.",
        "When columns with few values should count as much as those with many.",
        math(frac(sub("H", "i"), t("max") + sub("H", "i"))),
        "H is the non-uniform entropy of column i.",
    ),
    "entropy-based-loss": Words(
        INFORMATION,
        "Which share of the information about a record is lost, all columns together.",
        "The measure that the economic promises use, too.",
        math(t("1 +"), frac(t("log") + total("i", "∏") + sub("σ", "i"), text("largest"))),
        "σ is the share of the values of column i that a released value covers.",
    ),
    "kl-divergence": Words(
        INFORMATION,
        "How far the distribution that the release suggests is from the true one.",
        "When distributions are estimated from the release.",
        math(total("x"), t("p ( x ) log"), frac("p(x)", "q(x)")),
        "p is the share of a combination x in the data, q what the release suggests.",
    ),
    "classification": Words(
        USE,
        "How badly a target can be predicted from what is released.",
        "When the recipient trains a model, and you know what it predicts.",
        math(frac("1", "n"), total("r"), text("penalty of r")),
        "A record costs something if its class does not tell its target, or if it is suppressed.",
    ),
    "publisher-payout": Words(
        USE,
        "What the publisher misses of the benefit of all records.",
        "Together with the economic promises and the stakes.",
        math(total("r"), t("( b −"), sub("π", "r"), t(")")),
        "b is the benefit of a record that is released as it is, π what a record brings after what"
        " is lost and what attacks cost.",
    ),
}  # fmt: skip
