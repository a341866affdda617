"""Words of the teaching page."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "teaching": Entry(
        "teaching",
        "How much a column matters is hard to say in numbers. Answer short questions about your"
        " own table instead; the weights of the columns are learned from the answers, and wrong"
        " answers now and then do no harm.",
    ),
    "learned-weight": Entry(
        "the weight of a column",
        "How much its precision matters to you, as a share of all columns. The thin line shows"
        " where nine of ten weights are that fit your answers: the shorter, the surer.",
    ),
    "answers": Entry(
        "answers",
        "How many questions you have decided. About 20 to 30 are enough for six to ten columns.",
    ),
    "information": Entry(
        "what the question tells",
        "How much is expected to be learned from your answer, in bits; 1 is the most that a"
        " question with two answers can tell. Near 0, further answers change little.",
    ),
    "contradictions": Entry(
        "answers that do not fit",
        "Answers that contradict the others. That is allowed: one in ten is expected to be wrong.",
    ),
    "taught-release": Entry(
        "the release with these weights",
        "What the best release becomes if the study takes the weights: levels and losses before"
        " and after. Nothing is written.",
    ),
}
