import numpy as np
import polars as pl
import pytest

from methods import enumeration
from shoal.errors import NoReleaseError, StudyError
from shoal.methods.combinations import minimal as mining
from shoal.methods.combinations import restoring
from shoal.methods.greedy import blank_greedily
from shoal.methods.subcombinations import (
    UnsafeCombinations,
    cover_unsafe,
    minimal_unsafe,
    smallest_bins,
    suppressed,
    unsafe_among,
)

# Two surgeons of 40, two nurses of 50, and one surgeon of 50.
STAFF = pl.DataFrame(
    {
        "work": ["surgeon", "surgeon", "nurse", "nurse", "surgeon"],
        "age": ["40", "40", "50", "50", "50"],
        "sex": ["f", "m", "f", "m", "f"],
    }
)


def pairs(unsafe):
    """The findings as plain pairs of a record and names."""
    return {(at, names) for at in unsafe.outliers.tolist() for names in unsafe.of(at)}


def test_the_minimal_unsafe_combinations_of_a_table_one_can_look_through():
    unsafe = minimal_unsafe(STAFF, 2)
    assert unsafe.of(4) == [("work", "age")]
    assert unsafe.of(0) == [("age", "sex")]
    assert unsafe.of(1) == [("work", "sex"), ("age", "sex")]
    assert unsafe.of(2) == [("work", "sex")]
    assert minimal_unsafe(STAFF, 2, largest=1).outliers.size == 0


@pytest.mark.parametrize("blanks", [False, True], ids=["complete", "with blanks"])
def test_mining_equals_enumeration_on_200_random_tables(blanks):
    assert differing_tables(minimal_unsafe, blanks, 200) == 0


def differing_tables(mine, blanks, tables):
    """On how many random tables a way of mining differs from going through everything."""
    rng = np.random.default_rng(9 + blanks)
    wrong = 0
    for _ in range(tables):
        frame, bin_size = enumeration.random_table(rng, blanks)
        wrong += pairs(mine(frame, bin_size)) != enumeration.minimal(frame, bin_size)
    return wrong


def missing_as_a_value(frame, bin_size):
    return minimal_unsafe(frame.fill_null("missing"), bin_size)


def not_the_largest(frame, bin_size):
    return minimal_unsafe(frame, bin_size, largest=frame.width - 1)


def off_by_one(frame, bin_size):
    return minimal_unsafe(frame, bin_size + 1)


@pytest.mark.parametrize("lie", [missing_as_a_value, not_the_largest, off_by_one])
def test_the_comparison_with_enumeration_catches_a_lie(lie):
    assert differing_tables(lie, blanks=True, tables=40) > 0


@pytest.mark.parametrize("blanks", [False, True], ids=["complete", "with blanks"])
def test_mining_stops_at_the_largest_size(blanks):
    rng = np.random.default_rng(3)
    for _ in range(30):
        frame, bin_size = enumeration.random_table(rng, blanks)
        found = pairs(minimal_unsafe(frame, bin_size, largest=2))
        assert found == enumeration.minimal(frame, bin_size, largest=2)


def test_bins_equal_enumeration():
    rng = np.random.default_rng(4)
    for blanks in [False, True] * 20:
        frame, _ = enumeration.random_table(rng, blanks)
        assert smallest_bins(frame).tolist() == enumeration.bins(frame, range(frame.width))


def test_a_table_without_records_has_nothing_unsafe():
    assert smallest_bins(STAFF.head(0)).tolist() == []
    assert minimal_unsafe(STAFF.head(0), 2).outliers.size == 0


@pytest.mark.parametrize("restore", [False, True])
def test_after_suppression_every_bin_on_all_columns_is_large_enough(restore):
    rng = np.random.default_rng(5)
    for blanks in [False, True] * 30:
        frame, bin_size = enumeration.random_table(rng, blanks)
        done = suppressed(frame, bin_size, restore=restore)
        assert min(enumeration.bins(done, range(done.width))) >= bin_size
        assert all(_only_blanked(frame[name], done[name]) for name in frame.columns)


def _only_blanked(before, after):
    shown = after.is_not_null()
    return after.filter(shown).equals(before.filter(shown))


def test_each_record_loses_the_cells_of_least_weight():
    rng = np.random.default_rng(6)
    for blanks in [False, True] * 25:
        frame, bin_size = enumeration.random_table(rng, blanks)
        weights = {name: float(rng.integers(1, 9)) for name in frame.columns}
        unsafe = enumeration.minimal(frame, bin_size)
        for done in (
            suppressed(frame, bin_size, weights),
            cover_unsafe(frame, minimal_unsafe(frame, bin_size), weights),
        ):
            for record in range(frame.height):
                asked = [names for at, names in unsafe if at == record]
                assert _cost(frame, done, record, weights) == enumeration.least_cost(asked, weights)


def _cost(before, after, record, weights):
    return sum(
        weights[name]
        for name, was, now in zip(
            before.columns, before.row(record), after.row(record), strict=True
        )
        if was is not None and now is None
    )


def test_weights_decide_which_cell_goes():
    assert suppressed(STAFF, 2, {"work": 5, "age": 1}).row(4) == ("surgeon", None, "f")
    assert suppressed(STAFF, 2, {"work": 1, "age": 5}).row(4) == (None, "50", "f")
    assert suppressed(STAFF, 2, {"work": 0, "age": 5}).row(2) == (None, "50", "f")


def test_what_weighs_nothing_is_not_blanked_without_need():
    alike = pl.DataFrame({"work": ["nurse"] * 2 + ["surgeon"] * 2, "sex": ["f"] * 4})
    assert suppressed(alike, 2, {"work": 0, "sex": 0}).equals(alike)


def test_restoring_gives_back_until_no_single_cell_can_follow():
    rng = np.random.default_rng(7)
    for blanks in [False, True] * 10:
        frame, bin_size = enumeration.random_table(rng, blanks)
        done = suppressed(frame, bin_size, restore=True)
        for name in frame.columns:
            blank = done[name].is_null() & frame[name].is_not_null()
            for record in blank.arg_true().to_list():
                back = done.with_columns(done[name].scatter(record, frame[name][record]))
                assert min(enumeration.bins(back, range(back.width))) < bin_size


def test_records_with_too_many_partners_keep_their_blanks(monkeypatch):
    rng = np.random.default_rng(12)
    frames = [enumeration.random_table(rng, blanks=False) for _ in range(10)]
    everything = [_blanks(suppressed(*one, restore=True)) for one in frames]
    monkeypatch.setattr(restoring, "PAIRS", 100)
    fewer = [suppressed(*one, restore=True) for one in frames]
    for done, (_, bin_size) in zip(fewer, frames, strict=True):
        assert min(enumeration.bins(done, range(done.width))) >= bin_size
    assert sum(map(_blanks, fewer)) > sum(everything)


def fits_enough_of_the_input(restore, tables=40):
    """Whether every released record fits `bin_size` input records, whatever else is blank."""
    rng = np.random.default_rng(13)
    for blanks in [False, True] * (tables // 2):
        frame, bin_size = enumeration.random_table(rng, blanks)
        given = frame.rows()
        for shown in suppressed(frame, bin_size, restore=restore).rows():
            fitting = sum(enumeration.match(shown, one, range(frame.width)) for one in given)
            if fitting < bin_size:
                return False
    return True


def test_without_giving_back_every_record_fits_enough_records_of_the_input():
    assert fits_enough_of_the_input(restore=False)


def test_with_cells_given_back_that_is_no_longer_so():
    assert not fits_enough_of_the_input(restore=True)


def test_restoring_never_blanks_more_than_before():
    rng = np.random.default_rng(8)
    for _ in range(20):
        frame, bin_size = enumeration.random_table(rng, blanks=False)
        without, restored = (suppressed(frame, bin_size, restore=one) for one in (False, True))
        assert all((without[n].is_null() | restored[n].is_not_null()).all() for n in frame.columns)


def test_all_combinations_in_one_set_are_not_needed(monkeypatch):
    rng = np.random.default_rng(10)
    frames = [enumeration.random_table(rng, blanks) for blanks in [False, True] * 15]
    monkeypatch.setattr(mining, "WIDEST", 0)
    monkeypatch.setattr(mining, "_places", _unlimited(mining._places, monkeypatch))
    for frame, bin_size in frames:
        done = suppressed(frame, bin_size, restore=True)
        assert min(enumeration.bins(done, range(done.width))) >= bin_size
        done = suppressed(frame, bin_size, largest=1)
        assert min(enumeration.bins(done, range(done.width))) >= bin_size


def _unlimited(places, monkeypatch):
    def without_limit(*given):
        with monkeypatch.context() as here:
            here.setattr(mining, "WIDEST", 24)
            return places(*given)

    return without_limit


def test_too_many_columns_are_refused():
    wide = pl.DataFrame({f"c{at}": ["a", "b"] for at in range(25)})
    with pytest.raises(StudyError, match="25 columns are too many"):
        minimal_unsafe(wide, 2)
    with pytest.raises(StudyError, match="25 columns are too many"):
        suppressed(wide, 2)


def test_combinations_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr(mining, "ROOM", 8 * 7)
    assert minimal_unsafe(STAFF, 2, largest=2).outliers.size
    with pytest.raises(StudyError, match=r"The 8 combinations of 3 columns .* Lower `largest`"):
        minimal_unsafe(STAFF, 2)


def test_too_few_records_for_the_bin_size_are_said():
    with pytest.raises(NoReleaseError, match="5 records: no bin can hold 6"):
        suppressed(STAFF, 6)
    assert minimal_unsafe(STAFF, 6).of(0) == [()]


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({"wage": 1.0}, "not there"),
        ({"age": -1.0}, "negative"),
        ({"age": float("nan")}, "negative"),
    ],
)
def test_wrong_weights_are_refused(weights, said):
    with pytest.raises(StudyError, match=said):
        suppressed(STAFF, 2, weights)


def test_only_the_sets_that_are_asked_for_are_looked_at():
    unsafe = unsafe_among(STAFF, 2, [("age", "sex"), ("work", "age", "sex")])
    assert unsafe.of(0) == [("age", "sex")]
    assert unsafe.of(4) == [("work", "age", "sex")]
    assert unsafe.of(3) == [("age", "sex")]


def test_sets_that_are_asked_for_agree_with_enumeration():
    rng = np.random.default_rng(11)
    for blanks in [False, True] * 15:
        frame, bin_size = enumeration.random_table(rng, blanks)
        sets = [names for _, names in enumeration.minimal(frame, bin_size)] or []
        everything = [*dict.fromkeys(sets), tuple(frame.columns)]
        found = pairs(unsafe_among(frame, bin_size, everything))
        assert found == enumeration.minimal(frame, bin_size)


def test_a_combination_without_cells_cannot_be_covered():
    unsafe = UnsafeCombinations(("work",), np.array([0, 1]), np.array([1]))
    assert cover_unsafe(pl.DataFrame({"work": ["nurse"]}), unsafe).row(0) == (None,)


DIABETES = ("race", "gender", "age", "admission_type_id", "time_in_hospital", "insulin")


@pytest.mark.needs("data")
@pytest.mark.parametrize(("records", "columns", "bin_size"), [(60, 4, 3), (120, 5, 5), (200, 5, 5)])
def test_restoring_blanks_fewer_cells_than_the_greedy_way_of_the_paper(
    shared_data, records, columns, bin_size
):
    whole = pl.read_csv(
        shared_data / "discharge" / "diabetes130_us_hospitals.csv.gz",
        columns=list(DIABETES),
        infer_schema=False,
    ).fill_null("unknown")
    for seed in range(4):
        rng = np.random.default_rng(seed)
        chosen = rng.choice(DIABETES, columns, replace=False)
        frame = whole.sample(records, seed=seed).select(chosen.tolist())
        ours = suppressed(frame, bin_size, restore=True)
        theirs = _greedy(frame, bin_size)
        assert _blanks(ours) < _blanks(theirs)


def _greedy(frame, bin_size):
    for size in range(2, frame.width + 1):
        chosen = [tuple(one) for one in enumeration.combinations(range(frame.width), size)]
        frame = blank_greedily(frame, bin_size, chosen)
    return frame


def _blanks(frame):
    return sum(frame.null_count().row(0))
