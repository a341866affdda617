"""The same people are known again in a file that looks different; others are not."""

import random

import polars as pl
import pytest

from service.ledger.toy import ACKNOWLEDGED, released, study, write
from shoal.errors import NoReleaseError
from shoal.ledger import ledger, recognition
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.recognition import same_people
from shoal.ledger.roster import cell_fingerprints, roster_of
from shoal.ledger.trace import in_old_form, pack
from shoal.service.forget import holdings, run_without_person
from shoal.study.study import Study

pytestmark = pytest.mark.slow

PRINTS = Fingerprints(b"k" * 32)
WITHOUT_ID = {"age", "zip", "illness"}


def table(people):
    """The toy's people with a column that no study names."""
    return pl.DataFrame(
        {
            "note": [str(34 + at % 5) for at in people],
            "age": [f"{3 + at % 2}{at // 2 % 2}" for at in people],
            "zip": [f"{at // 4 % 2}{at // 8}" for at in people],
            "illness": [f"Disease {at}" for at in people],
        }
    )


def plain(folder, age, zip, renamed=None):
    """A study without an identifier, with columns under other names."""
    keys, renamed = study(folder, age, zip).given(), renamed or {}
    columns = {
        renamed.get(name, name): value
        for name, value in keys["columns"].items()
        if name in WITHOUT_ID
    }
    ill = renamed.get("illness", "illness")
    guards = [f"near-unique:{ill}", f"looks-like-identifier:{ill}"]
    return Study.of({**keys, "columns": columns, "acknowledge": guards}, folder)


CHANGES = {
    "an unused column is renamed": lambda frame: frame.rename({"note": "remark"}),
    "an unused column is dropped": lambda frame: frame.drop("note"),
    "an unused column is added": lambda frame: frame.with_columns(ward=pl.lit("7")),
    "trailing blanks": lambda frame: frame.with_columns(pl.col("illness") + " "),
    "34.0 for 34": lambda frame: frame.with_columns(pl.col("note") + ".0"),
    "upper case": lambda frame: frame.with_columns(pl.col("illness").str.to_uppercase()),
    "another order": lambda frame: frame.sample(fraction=1, shuffle=True, seed=3),
    "all at once": lambda frame: (
        frame.drop("note").with_columns(pl.col("illness").str.to_uppercase() + " ").reverse()
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_intersection_is_refused_although_the_file_looks_different(folder, change):
    people = table(range(16))
    people.write_csv(folder / "data.csv")
    released(plain(folder, 0, 2), folder / "ages")
    CHANGES[change](people).write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records"):
        released(plain(folder, 2, 0), folder / "zips")


@pytest.mark.parametrize("change", CHANGES)
def test_a_difference_is_refused_although_the_file_looks_different(folder, change):
    people = table(range(16))
    people.write_csv(folder / "data.csv")
    released(plain(folder, 1, 1), folder / "all")
    CHANGES[change](people[:15]).write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Differencing: 1 record"):
        released(plain(folder, 1, 1), folder / "but-one")


@pytest.mark.parametrize("change", CHANGES)
def test_the_same_release_of_a_file_that_looks_different_is_allowed(folder, change):
    people = table(range(16))
    people.write_csv(folder / "data.csv")
    released(plain(folder, 1, 0), folder / "one")
    CHANGES[change](people).write_csv(folder / "data.csv")
    released(plain(folder, 1, 0), folder / "two")


def test_released_columns_under_other_names_are_known_again(folder):
    people = table(range(16))
    people.write_csv(folder / "data.csv")
    released(plain(folder, 0, 2), folder / "ages")
    names = {"age": "years", "zip": "place", "illness": "diagnosis"}
    people.rename(names).write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records") as told:
        released(plain(folder, 2, 0, names), folder / "zips")
    assert "'years', 'place'" in str(told.value)


def test_three_releases_of_files_that_look_different_are_refused(folder):
    """Each shows one column of three, each pair leaves two candidates, all of them one."""
    names = ("x", "y", "z")
    bits = [[str(at >> place & 1) for at in range(8)] for place in range(3)]
    ills = {"illness": [f"i{at}" for at in range(8)]}
    people = pl.DataFrame(dict(zip(names, bits, strict=True)) | ills)

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
        given = {"privacy": [{"model": "k-anonymity", "k": 2}], "acknowledge": ACKNOWLEDGED}
        return Study.of({"data": "data.csv", "columns": columns, **given}, folder)

    for one in names[:2]:
        people.write_csv(folder / "data.csv")
        released(showing(one), folder / one)
        people = people.with_columns(pl.lit(one).alias(f"unused {one}")).reverse()
    people.write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="more together than any two"):
        released(showing("z"), folder / "z")


def test_a_person_is_known_again_in_another_spelling(folder):
    """Nothing but the identifier is the same, and it is written in another way."""
    released(study(folder, 1, 1), folder / "all")
    write(folder, range(15, 31))
    people = pl.read_csv(folder / "data.csv")
    people.with_columns(pl.col("patient").str.to_uppercase() + " ").write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Intersecting: 1 record"):
        released(study(folder, 1, 1), folder / "next")


@pytest.mark.parametrize("spelling", ["Xanthippe3", "XANTHIPPE3 ", "xanthippe3"])
def test_a_person_is_found_in_any_spelling(folder, workspace, spelling):
    released(study(folder, 1, 1), folder / "all")
    (one,) = holdings(workspace, spelling)
    assert (one.records, one.shown) == (1, 1)
    [again] = run_without_person(workspace, [one], spelling, folder / "without")
    assert pl.read_csv(again / "draft.csv").height == 15


def make_older(workspace):
    """The ledger's only release as an older version kept it: texts as they stand, no roster."""
    (one,) = ledger.entries(workspace)
    [body] = pack(in_old_form(ledger.load_trace(workspace, one)))
    with workspace.transaction() as connection:
        connection.execute("UPDATE traces SET body = ?", [body])
        connection.execute("UPDATE releases SET roster = ''")
        connection.execute("DELETE FROM rosters")


def test_a_release_of_an_older_version_is_compared_as_before(folder, workspace, monkeypatch):
    with workspace.transaction():
        pass  # the workspace is there before the release
    with monkeypatch.context() as older:
        older.setattr(ledger, "has_old_releases", lambda _: True)
        released(study(folder, 0, 2), folder / "ages")
    make_older(workspace)
    trace = ledger.load_trace(workspace, ledger.entries(workspace)[0])
    assert {"record", "id:patient", "cell:age"} <= {*trace.columns}
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records"):
        released(study(folder, 2, 0), folder / "zips")
    write(folder, range(15))
    with pytest.raises(NoReleaseError, match="Differencing: 1 record"):
        released(study(folder, 0, 2), folder / "but-one")
    write(folder, range(16))
    released(study(folder, 0, 2), folder / "again")


def roster(frame):
    return roster_of(cell_fingerprints(frame, PRINTS))


def patients(count, seed):
    """Strangers of the same kind: other seeds are other people."""
    draw = random.Random(seed)
    return pl.DataFrame(
        {
            "born": [f"{draw.randint(1930, 2010)}-{draw.randint(1, 12):02}" for _ in range(count)],
            "sex": [draw.choice("mf") for _ in range(count)],
            "zip": [f"0213{draw.randint(0, 9)}" for _ in range(count)],
            "illness": [f"i{min(draw.randint(0, 40), draw.randint(0, 40))}" for _ in range(count)],
            "ward": [f"w{draw.randint(0, 9)}" for _ in range(count)],
        }
    )


@pytest.mark.parametrize("count", [20, 200, 2000])
@pytest.mark.parametrize("names", [["born", "sex", "zip"], ["sex", "zip"], ["sex"], ["illness"]])
def test_strangers_with_some_columns_in_common_are_not_taken_for_the_same(count, names):
    for seed in range(20):
        one = patients(count, seed)
        other = patients(count, seed + 1000).select(names).with_columns(salary=pl.lit("x"))
        assert same_people(roster(one), roster(other)) is None
        small = patients(count // 2, seed + 2000).select(names)
        assert same_people(roster(one), roster(small)) is None


def test_the_test_of_strangers_would_find_a_rule_without_chance(monkeypatch):
    monkeypatch.setattr(recognition, "_chance", lambda _: 0.0)
    with pytest.raises(AssertionError):
        test_strangers_with_some_columns_in_common_are_not_taken_for_the_same(200, ["sex", "zip"])


@pytest.mark.parametrize("count", [20, 200, 2000])
def test_half_of_the_people_are_enough(count):
    one = patients(count, 1)
    other = pl.concat([one[: count // 2 + count // 8], patients(count // 4, 2)]).drop("ward")
    found = same_people(roster(one), roster(other))
    assert found is not None
    assert found.columns == {name: name for name in other.columns}
    assert found.places.height >= count // 2


def test_columns_under_new_names_are_found_by_their_values():
    one = patients(200, 1)
    names = {"born": "birth", "illness": "diagnosis", "zip": "place"}
    found = same_people(roster(one), roster(one.rename(names).reverse()))
    assert found is not None
    assert found.columns == {**names, "sex": "sex", "ward": "ward"}
    assert found.places.height == 200


def test_a_name_that_another_column_has_now_is_not_mixed_up():
    one = patients(200, 1).drop("ward")
    swapped = one.rename({"zip": "illness", "illness": "zip"})
    found = same_people(roster(one), roster(swapped))
    assert found is not None
    assert found.columns == {"born": "born", "sex": "sex", "zip": "illness", "illness": "zip"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("34", "34.0"),
        ("34", "034"),
        ("1.5", "1.50"),
        ("1000", "1e3"),
        ("Flu", "FLU "),
        ("Müller", "Mu\u0308ller"),
        ("2020-01-31", "2020-01-31 00:00:00"),
        ("2020-01-31", "2020-01-31T00:00:00.000"),
    ],
)
def test_spellings_of_a_value_are_one(first, second):
    one, two = (roster(pl.DataFrame({"x": [text]})) for text in (first, second))
    assert one.equals(two)


def test_different_values_stay_different():
    texts = ["34", "35", "3.4", "-34", "flu", "flue", "2020-01-31", "2020-01-31 00:00:01", None]
    assert roster(pl.DataFrame({"x": texts}))["x"].n_unique() == len(texts)
