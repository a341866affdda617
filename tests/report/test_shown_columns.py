import re

from shoal.report.shown_columns import columns_of


def column(**facts):
    facts = {"name": "age", "role": "quasi-identifier", **facts}
    return columns_of({"columns": [facts]})[0]


def drawn(svg):
    return re.findall('class="name"[^>]*>([^<]*)<', svg)


def test_values_that_fit_are_drawn_in_their_natural_order():
    shown = column(before=[["10", 5], ["9", 3], [None, 2], ["-1", 1]])
    assert drawn(shown["before"]) == ["-1", "9", "10", "(missing)"]


def test_words_keep_the_order_of_their_frequency():
    assert drawn(column(after=[["White", 5], ["Black", 3]])["after"]) == ["White", "Black"]


def test_many_values_are_cut_to_the_most_frequent_and_the_rest_is_counted():
    shown = column(
        before=[[f"v{n}", 100 - n] for n in range(30)] + [["other", 7]], before_distinct=95
    )
    assert drawn(shown["before"]) == [*(f"v{n}" for n in range(8)), "87 other values"]


def test_a_generalized_column_gives_examples_and_an_untouched_one_does_not():
    after = [["[40, 60[", 5], ["[20, 40[", 3], ["[0, 20[", 1]]
    assert column(level=2, max_level=3, after=after)["examples"] == ["[40, 60[", "[20, 40["]
    assert column(level=0, max_level=3, after=after)["examples"] == []


def test_without_columns_the_summary_names_them():
    summary = {"quasi_identifiers": ["age"], "levels": {"age": 2}, "loss_by_column": {"age": 0.5}}
    found = columns_of({"summary": summary})
    assert [(each["name"], each["level"], each["loss"]) for each in found] == [("age", 2, 0.5)]
