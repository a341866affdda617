"""What is said about privacy models: what each protects against, when to use it, its formula."""

from shoal.web.pages.promises.words.entry import Words
from shoal.web.pages.promises.words.mathml import frac, math, sub, sup, t, text, total

GROUPS = {
    "identity": "Identity: nobody finds out which record is whose",
    "attribute": "Attribute: nobody learns what somebody has",
    "membership": "Membership: nobody learns who is in the data",
    "economics": "Economics: attacks do not pay",
    "differential": "Differential privacy: whether you take part changes nothing",
}

PRIVACY = {
    "k-anonymity": Words(
        "identity",
        "Everybody looks like at least k − 1 others in everything that others may know.",
        "The usual beginning, for almost every release. Add a promise about each sensitive column.",
        math(t("|E| ≥ k"), text("for every class E")),
        "A class E are records that look alike; |E| is how many they are, or how many people.",
        {"k": 5},
    ),
    "k-map": Words(
        "identity",
        "Everybody looks like at least k people of the population, in the data or not.",
        "When nobody can know who is in the data, and the population is much larger than it.",
        math(sub("N", "E"), t("≥ k")),
        "N with the index E is how many people of the population look like the class E; it is"
        " counted, or estimated from the size of the class.",
        {"k": 5, "estimator": "zero-truncated-poisson"},
        ("population",),
    ),
    "average-risk": Words(
        "identity",
        "Somebody who tries to recognize everybody succeeds only so often.",
        "When large-scale linking is the fear, and single small classes are bearable. With a"
        " highest risk and a share, this is what many regulators ask for.",
        math(frac(text("classes"), text("records")), t("≤"), text("threshold")),
        "The average over records of one divided by the size of their class.",
        {"threshold": 0.05},
    ),
    "sample-uniqueness": Words(
        "identity",
        "Only so many records look like no other record.",
        "As a mild promise beside others; alone it allows classes of two.",
        math(frac(sub("c", "1"), "n"), t("≤"), text("threshold")),
        "c with the index 1 is the number of records that are alone in their class, n that of all.",
        {"threshold": 0.01},
    ),
    "population-uniqueness": Words(
        "identity",
        "Only so many people of the population are estimated to be unique.",
        "When the data is a sample, and being unique in it does not yet mean to be found.",
        math(frac(sub("U", "1"), "N"), t("≤"), text("threshold")),
        "U with the index 1 is the estimated number of people who are unique in the population,"
        " N its size.",
        {"threshold": 0.01},
        ("population",),
    ),
    "distinct-l-diversity": Words(
        "attribute",
        "Every class has at least l different values of a sensitive column.",
        "Simple to explain; enough where values are about equally frequent and equally sensitive.",
        math(t("|{ s : "), sub("n", "s"), t("(E) > 0 }| ≥ l")),
        "n with the index s is how many members of the class E have the value s.",
        {"l": 2},
        ("column",),
    ),
    "entropy-l-diversity": Words(
        "attribute",
        "The sensitive values of a class are as mixed as l equally frequent ones.",
        "Stricter than counting values: one that nearly all members share is not enough.",
        math(t("−"), total("s"), sub("p", "s"), t("ln"), sub("p", "s"), t("≥ ln l")),
        "p with the index s is the share of the value s in a class.",
        {"l": 2},
        ("column",),
    ),
    "recursive-l-diversity": Words(
        "attribute",
        "The most frequent sensitive value of a class is not far more frequent than the others.",
        "When one value may be frequent, but must never be nearly certain.",
        math(
            sub("r", "1"), t("< c · ("), sub("r", "l"), t("+"), sub("r", "l+1"), t("+ … +"),
            sub("r", "d"), t(")"),
        ),
        "r with the indexes 1 to d are the counts of the d values of a class, the largest first.",
        {"c": 3, "l": 2},
        ("column",),
    ),
    "t-closeness": Words(
        "attribute",
        "A sensitive column is distributed in every class nearly as in the table.",
        "When learning that somebody is more likely than others to have something is harm enough.",
        math(t("D ( "), sub("p", "E"), t(","), t("q ) ≤ t")),
        "p with the index E is the distribution in a class, q that of the table, D the least"
        " share of records that would have to be moved, times how far (earth mover's distance).",
        {"t": 0.3},
        ("column",),
    ),
    "delta-disclosure": Words(
        "attribute",
        "No sensitive value is much more common, or much rarer, in a class than in the table.",
        "When also learning that somebody hardly has something is a harm.",
        math(t("| log"), t("("), frac(sub("p", "s"), sub("q", "s")), t(") | < δ")),
        "p and q are the shares of the value s in a class and in the table; the logarithm has the"
        " base 2.",
        {"delta": 2},
        ("column",),
    ),
    "basic-beta-likeness": Words(
        "attribute",
        "No sensitive value is more than 1 + β times as common in a class as in the table.",
        "When rare values are the sensitive ones: what counts is the relative gain.",
        math(frac(t("") + sub("p", "s") + t("−") + sub("q", "s"), sub("q", "s")), t("≤ β")),
        "p and q are the shares of the value s in a class and in the table.",
        {"beta": 2},
        ("column",),
    ),
    "enhanced-beta-likeness": Words(
        "attribute",
        "Like basic β-likeness, but frequent values may gain less, and none becomes certain.",
        "Usually the better one of the two.",
        math(
            frac(sub("p", "s") + t("−") + sub("q", "s"), sub("q", "s")),
            t("≤ min ( β , − ln"), sub("q", "s"), t(")"),
        ),
        "p and q are the shares of the value s in a class and in the table.",
        {"beta": 2},
        ("column",),
    ),
    "delta-presence": Words(
        "membership",
        "Nobody can be nearly sure that somebody is, or is not, in the data.",
        "When being in the data is itself a secret: a registry of a disease, a clinic's patients.",
        math(sub("δ", "min"), t("≤"), frac(sub("n", "E"), sub("N", "E")), t("≤"), sub("δ", "max")),
        "n and N are how many records of the data, and people of the population, look like the"
        " class E.",
        {"delta_min": 0, "delta_max": 0.5},
        ("population table",),
    ),
    "prosecutor-profitability": Words(
        "economics",
        "Releasing pays, although somebody who knows that a person is in the data may try.",
        "When harm and benefit have a price, and a rational adversary is the fear.",
        math(t("b · ( 1 − I )"), t(">"), frac(t("a"), t("|E|")), text("or"), frac("g", "|E|"),
             t("≤ c")),
        "b is the publisher's benefit, I the information that is lost, a the publisher's loss, g"
        " the adversary's gain, c the cost of a try, |E| the size of a class.",
        {"attack": "none"},
    ),
    "journalist-profitability": Words(
        "economics",
        "Releasing pays, although somebody who knows that a person is in the population may try.",
        "Like the prosecutor's, when nobody can know who is in the data.",
        math(t("b · ( 1 − I )"), t(">"), frac("a", sub("N", "E")), text("or"),
             frac("g", sub("N", "E")), t("≤ c")),
        "b is the publisher's benefit, I the information that is lost, a the publisher's loss, g"
        " the adversary's gain, c the cost of a try, N how many people look like the class.",
        {"attack": "none"},
        ("population",),
    ),
    "differential-privacy": Words(
        "differential",
        "Whatever is released could nearly as well have been released without your record.",
        "The strongest promise, whatever adversaries know. All released columns must be"
        " quasi-identifiers, records are drawn at random, and more is lost.",
        math(t("P ( M ( D ) ∈ S ) ≤"), sup("e", "ε"), t("· P ( M ( D′ ) ∈ S ) + δ")),
        "M(D) is what is released from the data D; D′ has one record more or less; S is any set of"
        " releases.",
        {"epsilon": 2, "delta": 0.000001, "degree": "medium"},
    ),
}  # fmt: skip
