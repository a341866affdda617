"""Words of the page learning."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "learning": Entry(
        "learning from a release",
        "A release is often made so that others learn from it. Models are trained on the release"
        " and asked about the original records, so it is known what that is worth. For comparison"
        " the same models are trained on the original.",
    ),
    "learning-target": Entry(
        "what is predicted",
        "The column whose value a model tells from the other columns. It should have few values,"
        " its classes; a generalized column is predicted as coarse as it is released.",
    ),
    "learning-features": Entry(
        "what it is predicted from",
        "The columns that a model may look at. Each value is a category of its own, unless a column"
        " of numbers or dates has a scaling.",
    ),
    "learning-model": Entry(
        "the model",
        "The kind of prediction that is learned. Which one is best depends on the data; several"
        " can be compared on the same records.",
    ),
    "learning-class": Entry(
        "a class of the target",
        "One value of the column that is predicted; it is told apart from all others together.",
    ),
    "class-records": Entry(
        "records of the class", "How many of the records that were predicted truly are of it."
    ),
    "scaling": Entry(
        "scaling",
        "An expression in x that makes a feature of a number, with + - * / ^ and abs, cbrt, ceil,"
        " exp, floor, log, log10, log2, sqrt. Dates count in days since 1970. Without an expression"
        " every number is a category of its own. Below it stands what becomes of the smallest, a"
        " middle and the largest value.",
        "for example x, log(x + 1), sqrt(x)",
    ),
    "cross-validation": Entry(
        "how models are judged",
        "The table is divided into parts. Each part is predicted by models that learned from the"
        " others: the original, the release, or nothing but the most frequent class. All are asked"
        " about the same original records.",
    ),
    "folds": Entry(
        "parts (folds)",
        "Each part is predicted by models that learned from all others. More parts leave more to"
        " learn from and take longer.",
    ),
    "each-fold": Entry(
        "anonymizing each fold",
        "Usually the release is made once, also from the records that are predicted later. Strictly"
        " it is made anew for each part, without them.",
    ),
    "membership-attacks": Entry(
        "membership attacks",
        "Half of the records are learned from, and an attacker guesses who was, from how sure the"
        " model is about each person.",
    ),
    "membership-advantage": Entry(
        "the attacker's advantage",
        "How much better than guessing it is told who was learned from: 0% is guessing, 100%"
        " certainty. It should be about 0% for the release.",
        "advantage = true positive rate − false positive rate",
    ),
    "tested-records": Entry(
        "records predicted", "All records that take part; each is predicted once per repetition."
    ),
    "learned-records": Entry(
        "records to learn from",
        "Records that are in the release. Suppressed ones are predicted, but not learned from.",
    ),
    "accuracy-baseline": Entry(
        "the baseline",
        "How often one is right who always says the most frequent class. A model must be better"
        " than this to be worth anything.",
        "records of the most frequent class / all records",
    ),
    "accuracy-original": Entry(
        "the accuracy from the original",
        "How often the model is right that learned from the input: the best one can expect.",
        "records predicted rightly / all records",
    ),
    "accuracy-released": Entry(
        "the accuracy from the release",
        "How often the model is right that learned from the release, asked about the same records.",
        "records predicted rightly / all records",
    ),
    "relative-accuracy": Entry(
        "relative accuracy",
        "Where the release stands between guessing (0%) and the original (100%). It may be beyond"
        " both. It is not told where even the original is no better than guessing.",
        "(released − baseline) / (original − baseline)",
    ),
    "average-error": Entry(
        "average error",
        "How much confidence in the true class is missing on average, original → released. Less is"
        " better.",
        "mean of 1 − confidence in the true class",
    ),
    "sensitivity": Entry(
        "sensitivity",
        "Of the records of a class, the share that is found, original → released. For a whole"
        " target it is the mean of its classes, each counting by its records. More is better.",
        "true positives / (true positives + false negatives)",
    ),
    "specificity": Entry(
        "specificity",
        "Of the records of all other classes, the share that is not taken for the class, original →"
        " released; for a whole target the mean of its classes. More is better.",
        "true negatives / (true negatives + false positives)",
    ),
    "precision": Entry(
        "precision",
        "Of the records that are taken for the class, the share that truly is of it, original →"
        " released. More is better.",
        "true positives / (true positives + false positives)",
    ),
    "auc": Entry(
        "the area under the ROC curve (AUC)",
        "How well a class is told from others, whatever the threshold, original → released; for a"
        " whole target the mean of its classes. 50% is guessing, 100% perfect.",
    ),
    "relative-auc": Entry(
        "relative AUC",
        "Where the release stands between guessing (0%) and the original (100%), by the area under"
        " the ROC curve.",
        "(released − baseline) / (original − baseline)",
    ),
    "brier-score": Entry(
        "the Brier score",
        "The squared error of confidences, original → released. 0 is perfect; 2 is the worst for a"
        " target, 1 for a single class.",
        "mean of Σ (confidence − truth)²",
    ),
    "brier-skill": Entry(
        "the Brier skill score",
        "How much less error the confidences have than those from the original: 0 is as good, below"
        " 0 worse, above 0 better.",
        "1 − released / original",
    ),
    "learning-verdict": Entry(
        "in words",
        "By relative accuracy, for a class by relative AUC: from 95% on as good as the original,"
        " from 75% on a little worse, below much worse, up to 5% no better than guessing.",
    ),
    "roc": Entry(
        "the ROC curve",
        "For every confidence from which on a record is taken for the class: how many of the class"
        " are found, and how many others are taken for it. The further up and left, the better; the"
        " diagonal is guessing.",
    ),
    "by-confidence": Entry(
        "precision and recall against confidence",
        "Only predictions count that are at least so sure. Precision: the share of them that is"
        " right. Recall: how many of all records they predict rightly. Coverage: how many of all"
        " records they are.",
    ),
    "confusion": Entry(
        "who is taken for whom",
        "Each line is a true class; its cells tell what its records are taken for, in percent. On"
        " the diagonal they are right.",
    ),
    "calibration": Entry(
        "calibration",
        "Of predictions that are 80% sure, about 80% should be right: then the curve is on the"
        " diagonal. Below it the model is too sure of itself. Predictions are put together by"
        " tenths of confidence.",
    ),
    "saved-model": Entry(
        "a saved model",
        "A model that learned from all records of the release, with everything it needs to predict"
        " raw records: it brings them into the form of the release first. It tells no more than the"
        " release does about who is in it.",
    ),
    "unseen-values": Entry(
        "values that were never seen",
        "A new record may have a value that no hierarchy knows. It is refused, or counts as the"
        " most general label.",
    ),
}
