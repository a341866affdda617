"""Planted attacks with two releases are found, and harmless pairs are not."""

from itertools import product

import polars as pl

from service.ledger.traces import PRINTS, found, shown, trace
from shoal.ledger import intersection as ledger_intersection
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.overlap import side_by_side
from shoal.ledger.trace import OUTSIDE, SHOWN, SUPPRESSED

# Age in one release, zip in the other: each class has two people, each pair of classes one.
AGES = {"age": ["30", "30", "40", "40"], "zip": ["*"] * 4}
ZIPS = {"age": ["*"] * 4, "zip": ["1", "2", "1", "2"]}
ILLS = ["flu", "asthma", "gout", "angina"]


def test_intersecting_two_recodings_leaves_one_candidate():
    told = found(trace(range(4), **AGES, illness=ILLS), trace(range(4), **ZIPS, illness=ILLS))
    assert set(told) == {"candidates", "values"}
    assert (told["candidates"].records, told["candidates"].classes) == (4, 4)
    assert told["candidates"].columns == ("age", "zip")
    assert told["values"].columns == ("illness",)


def test_records_that_nothing_links_are_not_intersected():
    bare = shown(other=())
    assert found(trace(range(4), **AGES), trace(range(4), **ZIPS), bare, bare) == {}


def test_a_column_that_leaves_as_many_candidates_is_harmless():
    same = ["flu"] * 4  # everybody has it, so it links nobody
    assert found(trace(range(4), **AGES, illness=same), trace(range(4), **ZIPS, illness=same)) == {}


def test_fresh_tokens_link_nobody():
    told = found(
        trace(range(4), **AGES, illness=["a", "b", "c", "d"]),
        trace(range(4), **ZIPS, illness=["e", "f", "g", "h"]),
    )
    assert told == {}


def test_a_coarser_release_of_the_same_classes_is_harmless():
    fine = trace(range(4), **AGES, illness=ILLS)
    coarse = trace(range(4), age=["*"] * 4, zip=["*"] * 4, illness=ILLS)
    for one, two, first, second in (
        (fine, coarse, shown(2), shown(4)),
        (coarse, fine, shown(4), shown(2)),
        (fine, fine, shown(2), shown(2)),
    ):
        assert found(one, two, first, second) == {}


def test_a_value_is_told_even_if_enough_candidates_are_left():
    """Eight people: each class of either release has two illnesses, each intersection one."""
    ills = [*"ffgghhii"]
    one = trace(range(8), age=["30"] * 4 + ["40"] * 4, zip=["*"] * 8, illness=ills)
    two = trace(range(8), age=["*"] * 8, zip=[*"11221122"], illness=ills)
    told = found(one, two)
    assert set(told) == {"values"}
    assert (told["values"].records, told["values"].classes) == (8, 4)


def test_a_value_that_one_release_tells_alone_is_no_inference():
    ills = [*"ffggffgg"]
    one = trace(range(8), age=["30"] * 4 + ["40"] * 4, zip=["*"] * 8, illness=ills)
    two = trace(range(8), age=["*"] * 8, zip=[*"11221122"], illness=ills)
    assert found(one, two) == {}


def test_removing_one_person_tells_that_person_apart():
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4}
    all_four = trace(range(4), **cells, illness=ILLS)
    three = trace(range(3), age=["30"] * 3, zip=["*"] * 3, illness=ILLS[:3])
    for one, two in ((all_four, three), (three, all_four)):
        told = found(one, two)
        assert set(told) == {"difference"}
        assert (told["difference"].records, told["difference"].classes) == (1, 1)


def test_removing_as_many_as_were_promised_is_harmless():
    five = trace(range(5), age=["30"] * 5, zip=["*"] * 5, illness=[*ILLS, "flu"])
    three = trace(range(3), age=["30"] * 3, zip=["*"] * 3, illness=ILLS[:3])
    assert found(five, three) == {}


def test_differences_are_seen_through_different_levels():
    """One release has zips, one has ages; made equally coarse, one person is missing."""
    one = trace(range(4), **AGES, illness=["flu"] * 4)
    two = trace(range(3), age=["*"] * 3, zip=["1", "1", "1"], illness=["flu"] * 3)
    assert set(found(one, two)) == {"difference"}


def test_a_record_that_only_one_release_suppresses_is_told_apart():
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4, "illness": ILLS}
    one = trace(range(4), **cells)
    two = trace(range(4), [SHOWN, SHOWN, SHOWN, SUPPRESSED], **cells)
    assert set(found(one, two, same_input=True)) == {"difference"}
    bare = shown(other=())
    assert found(one, two, bare, bare, same_input=True) == {}  # nothing else is shown of it
    outside = trace(range(4), [SHOWN, SHOWN, SHOWN, OUTSIDE], **cells)
    assert set(found(one, outside, bare, bare, same_input=True)) == {"difference"}


def test_samples_differ_by_chance():
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4, "illness": ILLS}
    one = trace(range(4), [SHOWN, SHOWN, SHOWN, OUTSIDE], **cells)
    two = trace(range(4), [OUTSIDE, SHOWN, SHOWN, SHOWN], **cells)
    sampled = shown(sampled=True)
    assert found(one, two, sampled, sampled, same_input=True) == {}
    assert set(found(one, two, same_input=True)) == {"difference"}


def test_cells_that_are_hidden_once_and_shown_once_become_known():
    """Sweeney 1997: suppressions that change with later releases reveal suppressed cells."""
    one = trace(range(3), age=["1965", "1965", "1965"], zip=[None, "02141", "02141"])
    two = trace(range(3), age=[None, "1965", "1965"], zip=["02138", "02141", "02141"])
    bare = shown(other=(), by_record=True)
    told = found(one, two, bare, bare)
    assert set(told) == {"cells"}
    assert (told["cells"].records, told["cells"].columns) == (1, ("age", "zip"))


def test_a_cell_that_was_blank_is_not_shown_later():
    """Sweeney 1997: nobody may learn from the second release what the first one suppressed."""
    one = trace(range(3), age=["1965"] * 3, zip=[None, "02141", "02141"])
    two = trace(range(3), age=["1965"] * 3, zip=["02138", "02141", "02141"])
    bare, plain = shown(other=(), by_record=True), shown(other=())
    for sides in ((bare, bare), (bare, plain)):
        told = found(one, two, *sides)
        assert set(told) == {"cells"}
        assert (told["cells"].records, told["cells"].columns) == (1, ("zip",))
    assert found(two, one, bare, bare) == {}  # blank later: nobody learns anything


def test_blank_cells_that_as_many_records_show_later_are_harmless():
    one = trace(range(4), age=["1965"] * 4, zip=[None, None, "02141", "02141"])
    two = trace(range(4), age=["1965"] * 4, zip=["02138", "02138", "02141", "02141"])
    bare = shown(other=(), by_record=True)
    assert found(one, two, bare, bare) == {}


def test_a_column_that_was_blank_in_all_records_may_be_shown_later():
    one = trace(range(4), age=["1965"] * 4, zip=[None] * 4)
    two = trace(range(4), age=["1965"] * 4, zip=["02138", "02138", "02141", None])
    bare = shown(other=(), by_record=True)
    assert found(one, two, bare, bare) == {}


def test_people_are_counted_where_the_promises_count_people():
    """Two records of the same person are one candidate."""
    people = [1, 1, 2, 2]
    one = trace(people, **AGES, illness=["flu"] * 4)
    two = trace(people, age=["*"] * 4, zip=["1"] * 4, illness=["flu"] * 4)
    by_people = shown(k=2, person="id")
    gone = trace(people[:2], age=["*"] * 2, zip=["1"] * 2, illness=["flu"] * 2)
    assert found(one, two) == {}
    assert set(found(two, gone, by_people, by_people)) == {"difference"}  # one person, two records
    assert found(two, gone) == {}


def test_what_is_too_much_to_look_at_is_taken_at_its_worst(monkeypatch):
    ills = [*"ffffffff"]
    cells = [*product("12", "12", "12")]
    one = trace(range(8), age=[a for a, _, _ in cells], zip=["*"] * 8, illness=ills)
    two = trace(range(8), age=[b + c for _, b, c in cells], zip=["*"] * 8, illness=ills)
    assert found(one, two) == {}
    monkeypatch.setattr(ledger_intersection, "PATIENCE", 0)
    assert set(found(one, two)) == {"candidates"}


def test_inputs_without_common_records_are_not_compared():
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4}
    assert (
        side_by_side(trace(range(4), **cells), trace(range(4, 8), **cells), same_input=False)
        is None
    )


def test_a_person_is_known_again_in_changed_records():
    one = trace([1, 2, 3], age=["1"] * 3, zip=["1"] * 3)
    two = trace([3, 4, 5], age=["1"] * 3, zip=["2"] * 3).with_columns(record=pl.lit(7, pl.UInt64))
    both = side_by_side(one, two, same_input=False)
    assert both.height == 5
    assert both.filter((pl.col("a:state") == SHOWN) & (pl.col("b:state") == SHOWN)).height == 1


def test_labels_and_texts_have_the_same_fingerprints():
    texts = pl.Series("age", ["3*", None, "4*", "3*"])
    labels = texts.cast(pl.Enum(["*", "4*", "3*"]))
    assert PRINTS.column("age", labels).to_list() == PRINTS.column("age", texts).to_list()
    assert PRINTS.column("age", texts)[0] == PRINTS.value("age", "3*")
    assert PRINTS.column("zip", texts)[0] != PRINTS.value("age", "3*")
    assert Fingerprints(b"another key" * 2).value("age", "3*") != PRINTS.value("age", "3*")
