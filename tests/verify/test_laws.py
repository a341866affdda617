"""Laws of the verifier over random tables: honest releases pass, a changed cell never does."""

from collections import Counter

import polars as pl
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shoal.verify import verify_frames

# Two columns whose labels say their level, and one whose labels repeat over levels.
LADDERS = {
    "x": {"a": "a A *", "b": "b A *", "c": "c C *", "d": "d C *"},
    "y": {"p": "p P Q", "q": "q P Q", "r": "r R Q", None: "- R Q"},
    "z": {"s": "s s s *", "t": "t t rest *", "u": "u rest rest *"},
}
HEIGHTS = {"x": 2, "y": 2, "z": 3}
records = st.tuples(*(st.sampled_from(list(ladder)) for ladder in LADDERS.values()))
tables = st.lists(st.tuples(records, st.sampled_from(["flu", "HIV", None])), max_size=30)
levels = st.tuples(*(st.integers(0, height) for height in HEIGHTS.values()))
modes = st.sampled_from(["left-out", "blank"])


def label(name, value, level):
    if value is None and level == 0:
        return None
    return LADDERS[name][value].split()[level]


def released(table, chosen, k, mode):
    """The honest release, record by record."""
    rows = [
        (*(label(n, v, lv) for n, v, lv in zip(LADDERS, record, chosen, strict=True)), ill)
        for record, ill in table
    ]
    sizes = Counter(row[:3] for row in rows)
    blank = [] if mode == "left-out" else [(None,) * 4]
    return [r for row in rows for r in ([row] if sizes[row[:3]] >= k else blank)]


def frame(rows):
    return pl.DataFrame(rows, schema=dict.fromkeys("xyzi", pl.String), orient="row")


def study(k, limit, mode, columns="xyz"):
    quasi = {name: {"role": "quasi-identifier", "hierarchy": f"{name}.csv"} for name in columns}
    return {
        "columns": {**quasi, "i": {"role": "sensitive"}},
        "privacy": [{"model": "k-anonymity", "k": k}],
        "suppression_limit": limit,
        "output": {"suppressed": mode},
    }


def write_hierarchies(folder):
    for name, ladder in LADDERS.items():
        rows = ((value or "", *texts.split()[1:]) for value, texts in ladder.items())
        (folder / f"{name}.csv").write_text("".join(";".join(row) + "\n" for row in rows))


@settings(deadline=None, max_examples=40)
@given(tables, levels, st.integers(2, 4), modes, st.randoms())
def test_honest_releases_are_accepted(tmp_path_factory, table, chosen, k, mode, random):
    folder = tmp_path_factory.mktemp("laws")
    write_hierarchies(folder)
    rows = released(table, chosen, k, mode)
    random.shuffle(rows)
    data = frame([(*record, ill) for record, ill in table])
    verdict = verify_frames(study(k, 1, mode), folder, data, frame(rows))
    # Hypothesis also tries shuffles that change nothing: then the order really is the input's.
    assert [f for f in verdict.failures if f.check != "order"] == []


@settings(deadline=None, max_examples=40)
@given(tables, levels, st.integers(2, 4), st.data())
def test_a_changed_cell_is_refused(tmp_path_factory, table, chosen, k, draw):
    folder = tmp_path_factory.mktemp("laws")
    write_hierarchies(folder)
    # Where labels repeat over levels a changed cell may be an honest release of other levels.
    table = [((x, y, "s"), ill) for (x, y, _), ill in table]
    rows = released(table, chosen, k, "left-out")
    assume(rows)
    place = draw.draw(st.integers(0, len(rows) - 1))
    column = draw.draw(st.sampled_from([0, 1]))
    texts = {label("xy"[column], v, lv) for v in LADDERS["xy"[column]] for lv in range(3)}
    text = draw.draw(st.sampled_from(sorted(map(str, texts - {rows[place][column]}))))
    changed = list(rows[place])
    changed[column] = None if text == "None" else text
    bad = [*rows[:place], tuple(changed), *rows[place + 1 :]]
    data = frame([(*record, ill) for record, ill in table])
    assert not verify_frames(study(k, 1, "left-out"), folder, data, frame(bad)).holds
