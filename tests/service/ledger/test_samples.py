"""A sample hides who was not drawn. It hides nobody who left for another reason."""

import polars as pl
import pytest

from service.ledger.toy import released, study, write
from service.ledger.traces import found, shown, trace
from shoal.errors import NoReleaseError
from shoal.ledger.trace import OUTSIDE, SHOWN, SUPPRESSED
from shoal.study.study import Study

ILLS = ["flu", "asthma", "gout", "angina"]
SAMPLED = shown(sampled=True)


@pytest.mark.parametrize("sample", [1, 0.9999999])
def test_a_sample_of_everybody_is_subtracted_like_a_whole_release(folder, sample):
    """Everybody, and a sample of everybody but one."""
    released(study(folder, 1, 1), folder / "all")
    write(folder, range(15))
    with pytest.raises(NoReleaseError, match="Differencing: 1 record in 1 class"):
        released(study(folder, 1, 1, subset={"sample": sample}), folder / "but-one")


@pytest.mark.parametrize("sample", [1, 0.9999999])
def test_a_sample_that_was_released_first_is_subtracted_too(folder, sample):
    released(study(folder, 1, 1, subset={"sample": sample}), folder / "all")
    write(folder, range(15))
    with pytest.raises(NoReleaseError, match="Differencing: 1 record in 1 class"):
        released(study(folder, 1, 1), folder / "but-one")


def test_a_sample_of_everybody_is_intersected_like_a_whole_release(folder):
    everybody = {"subset": {"sample": 1}}
    released(study(folder, 0, 2, **everybody), folder / "ages")
    with pytest.raises(NoReleaseError, match="fewer possible values of 'illness'"):
        released(study(folder, 2, 0, **everybody), folder / "zips")


def test_whoever_left_is_told_apart_unless_enough_were_not_drawn():
    """The fourth was removed; of the other three, one or none was not drawn the second time."""
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4, "illness": ILLS}
    all_four = trace(range(4), **cells)
    three = {name: values[:3] for name, values in cells.items()}
    everybody = trace(range(3), **three)
    but_one = trace(range(3), [OUTSIDE, SHOWN, SHOWN], **three)
    for first, second in ((shown(), SAMPLED), (SAMPLED, SAMPLED)):
        assert set(found(all_four, everybody, first, second)) == {"difference"}
    assert found(all_four, but_one, shown(), SAMPLED) == {}  # two candidates, as promised
    three_of_four = shown(k=3)
    sampled = shown(k=3, sampled=True)
    assert set(found(all_four, but_one, three_of_four, sampled)) == {"difference"}


def test_a_suppressed_record_of_a_sample_is_told_apart():
    cells = {"age": ["30"] * 4, "zip": ["*"] * 4, "illness": ILLS}
    one = trace(range(4), **cells)
    two = trace(range(4), [SHOWN, SHOWN, SHOWN, SUPPRESSED], **cells)
    assert set(found(one, two, shown(), SAMPLED, same_input=True)) == {"difference"}


def test_a_coarser_sample_tells_nothing_new():
    """Two of five were not drawn: who is looked up may be one of them."""
    ills = [*"fgahi"]
    fine = trace(range(5), age=["30"] * 5, zip=["1"] * 5, illness=ills)
    drawn = [SHOWN, SHOWN, SHOWN, OUTSIDE, OUTSIDE]
    coarse = trace(range(5), drawn, age=["30"] * 5, zip=["*"] * 5, illness=ills)
    five = shown(k=3), shown(k=3, sampled=True)
    assert found(fine, coarse, *five, same_input=True) == {}


def test_values_of_crossing_samples_are_told():
    """Eight people: each class of either sample has two illnesses, each intersection one."""
    ills = [*"ffgghhiix"]
    states = [SHOWN] * 8 + [OUTSIDE]
    one = trace(range(9), states, age=["30"] * 4 + ["40"] * 5, zip=["*"] * 9, illness=ills)
    two = trace(range(9), states, age=["*"] * 9, zip=[*"112211223"], illness=ills)
    assert "values" in found(one, two, SAMPLED, SAMPLED, same_input=True)


def test_three_samples_that_are_harmless_two_by_two_are_refused(folder):
    """Each shows one column of three, each pair leaves two candidates, all of them one."""
    names = ("x", "y", "z")
    bits = [[str(at >> place & 1) for at in range(8)] for place in range(3)]
    ills = {"illness": [f"i{at}" for at in range(8)]}
    pl.DataFrame(dict(zip(names, bits, strict=True)) | ills).write_csv(folder / "data.csv")

    def showing(one):
        columns = {
            name: {
                "role": "quasi-identifier",
                "hierarchy": {"builder": "suppression"},
                "min_level": int(name != one),
                "max_level": int(name != one),
            }
            for name in names
        } | {"illness": {"role": "insensitive"}}
        given = {"privacy": [{"model": "k-anonymity", "k": 2}], "subset": {"sample": 1}}
        guards = {"acknowledge": ["near-unique:illness", "looks-like-identifier:illness"]}
        return Study.of({"data": "data.csv", "columns": columns, **given, **guards}, folder)

    released(showing("x"), folder / "x")
    released(showing("y"), folder / "y")
    with pytest.raises(NoReleaseError, match="more together than any two"):
        released(showing("z"), folder / "z")
