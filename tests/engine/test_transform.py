import numpy as np

from shoal.engine.transform import transform

NOBODY = np.zeros(7, bool)


def cells(toy, levels, suppressed=NOBODY):
    return {name: column.to_list() for name, column in transform(toy, levels, suppressed).items()}


def test_at_the_bottom_everything_is_as_it_was(toy):
    assert cells(toy, (0, 0)) == {
        "age": ["34", "45", "66", "70", "34", "70", "45"],
        "sex": ["m", "f", "m", "f", "f", "m", "m"],
    }


def test_labels_of_the_chosen_level_come_in_record_order(toy):
    assert cells(toy, (1, 1)) == {
        "age": ["<50", "<50", ">=50", ">=50", "<50", ">=50", "<50"],
        "sex": ["*"] * 7,
    }


def test_a_suppressed_record_has_no_values(toy):
    fourth = np.arange(7) == 3
    assert cells(toy, (1, 0), fourth) == {
        "age": ["<50", "<50", ">=50", None, "<50", ">=50", "<50"],
        "sex": ["m", "f", "m", None, "f", "m", "m"],
    }


def test_columns_keep_their_names(toy):
    assert [column.name for column in transform(toy, (0, 0), NOBODY).values()] == ["age", "sex"]
