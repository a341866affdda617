"""The step Explore without a browser: lattice, settings, differences, charts, lists."""

import asyncio
from itertools import pairwise
from types import SimpleNamespace

import pytest

from shoal.engine.lattice import Lattice
from shoal.errors import ShoalError
from shoal.web.pages.explore import frontier_charts as charts
from shoal.web.pages.explore.charts_part import settings_after
from shoal.web.pages.explore.differences import differences, shorten
from shoal.web.pages.explore.explorer import Explorer
from shoal.web.pages.explore.figures_text import count_and_share, percent
from shoal.web.pages.explore.hasse import MOST, around, links, neighbors, place_nodes
from shoal.web.pages.explore.settings import Settings, settings_of
from shoal.web.pages.explore.sources import Listed
from shoal.web.pages.explore.sweeps import can_list_candidates, share_sweep, why_no_sweep

SMALL = Lattice((0, 0), (2, 3))
WIDE = Lattice((0,) * 9, (3,) * 9)
STUDY = {
    "columns": {"age": {"role": "quasi-identifier", "weight": 2}, "name": {"role": "identifier"}},
    "privacy": [{"model": "k-anonymity", "k": 5}],
    "suppression_limit": 0.02,
}


def test_a_small_lattice_is_shown_whole_and_each_step_is_a_line():
    nodes = around(SMALL, (0, 0), MOST)
    assert sorted(nodes) == sorted(SMALL)
    steps = {(nodes[low], nodes[high]) for low, high in links(nodes)}
    assert steps == {(one, other) for one in SMALL for other in SMALL.successors(one)}


def test_of_a_large_lattice_the_nearest_are_shown_first():
    center = (1,) * 9
    nodes = around(WIDE, center, 100)
    assert nodes[0] == center
    assert set(nodes[1:19]) == set(neighbors(WIDE, center))
    assert len(set(nodes)) == 100
    assert len(around(WIDE, center, MOST)) == MOST


def test_coarser_candidates_stand_higher_and_no_two_at_the_same_spot():
    nodes = around(WIDE, (1,) * 9, 300)
    spots = place_nodes(nodes)
    assert len(set(spots)) == 300
    rows = {}
    for node, (_, y) in zip(nodes, spots, strict=True):
        rows.setdefault(sum(node), []).append(y)
    order = sorted(rows)
    assert all(min(rows[low]) > max(rows[high]) for low, high in pairwise(order))
    assert max(x for x, _ in spots) - min(x for x, _ in spots) < 1000


def test_settings_come_from_a_study_and_go_back_into_it():
    found = settings_of(STUDY)
    assert found == Settings(5, 0.02, {"age": 2.0})
    body = {
        **STUDY,
        "columns": {"age": dict(STUDY["columns"]["age"])},
        "privacy": [{**STUDY["privacy"][0]}],
    }
    Settings(7, 0.1, {"age": 1.0}).edit(body)
    assert settings_of(body) == Settings(7, 0.1, {"age": 1.0})
    assert found.words(settings_of(body)) == ["k 5 → 7", "limit 2% → 10%", "age ×2 → ×1"]


def test_a_sweep_is_good_for_another_k_limit_and_weight_but_not_for_another_column():
    other = {**STUDY, "suppression_limit": 0.5, "privacy": [{"model": "k-anonymity", "k": 9}]}
    assert share_sweep(STUDY, other)
    assert not share_sweep(STUDY, {**STUDY, "columns": {"zip": {"role": "quasi-identifier"}}})
    assert not share_sweep(STUDY, {**STUDY, "quality": {"model": "precision"}})


def test_differences_are_told_in_words_and_levels_chosen_by_hand_once():
    fixed = {"min_level": 1, "max_level": 1}
    after = {
        **STUDY,
        "privacy": [{"model": "k-anonymity", "k": 7}],
        "columns": {**STUDY["columns"], "age": {**STUDY["columns"]["age"], **fixed}},
    }
    assert sorted(differences(STUDY, after)) == ["k-anonymity k: 5 → 7", "levels chosen by hand"]
    assert shorten([]) == "nothing"
    assert shorten(["a"] * 6).endswith("and 2 more")


def _point(smallest, share, loss):
    return {
        "levels": {"age": 1, "zip": 2},
        "smallest_class": smallest,
        "suppressed_share": share,
        "suppressed_records": int(1000 * share),
        "loss_normalized": loss,
        "highest_risk": 1 / smallest,
    }


POINTS = [_point(10, 0.0, 0.8), _point(5, 0.02, 0.5), _point(3, 0.0, 0.6), _point(2, 0.1, 0.2)]


def test_the_line_over_k_is_the_least_loss_of_each_k():
    line = charts.steps(POINTS, 12, 0.05)
    least = {one["k"]: one["loss_normalized"] for one in line}
    assert least == {2: 0.5, 5: 0.5, 6: 0.8, 10: 0.8}
    assert 11 not in least  # no candidate has classes that large
    assert charts.best_at(POINTS, 6, 0.05)["loss_normalized"] == 0.8
    assert charts.best_at(POINTS, 11, 1.0) is None


def test_the_table_of_the_line_has_every_usual_k_up_to_the_last_that_is_possible():
    lines = charts.table_by_k(charts.steps(POINTS, 12, 0.05), 1000)
    assert [line[0] for line in lines] == ["2", "3", "4", "5", "7", "10"]
    assert [line[1] for line in lines][3:] == ["50%", "80%", "80%"]
    assert lines[0][2:] == ["20 (2%)", "1 2"]


def test_every_mark_of_a_chart_tells_its_levels_and_what_a_click_takes():
    options = charts.by_risk(POINTS, POINTS[1], ["age", "zip"])
    mark = options["series"][0]["data"][1]
    assert "age 1, zip 2" in mark["name"]
    assert "20 suppressed" in mark["name"]
    assert mark["take"] == {"levels": [1, 2], "k": 5, "limit": 0.02}
    chosen = settings_after(Settings(2, 0.0, {}), mark["take"], 256)
    assert (chosen.k, chosen.limit) == (5, 0.02)
    assert options["series"][1]["data"][0]["name"].startswith("Your choice")
    assert charts.by_risk(POINTS, None, ["age", "zip"])["series"][1]["data"] == []


def test_a_limit_that_is_taken_from_a_point_still_allows_the_point():
    assert settings_after(Settings(), {"limit": 0.046221}, 256).limit >= 0.046221
    assert settings_after(Settings(), {"k": 39_676}, 256).k == 256


CANDIDATES = {
    "lattice_size": 12,
    "candidates": [
        {"levels": {"a": 1, "b": 1}, "loss_normalized": 0.3, "suppressed_records": 4,
         "smallest_class": 3, "accepted": True},
        {"levels": {"a": 2, "b": 1}, "loss_normalized": 0.5, "suppressed_records": 0,
         "smallest_class": 9, "accepted": True},
        {"levels": {"a": 0, "b": 0}, "loss_normalized": 0.1, "suppressed_records": 90,
         "smallest_class": None, "accepted": False},
    ],
}  # fmt: skip


def test_a_list_answers_like_a_sweep_and_knows_nothing_of_others():
    source = Listed(CANDIDATES, 100)
    question = {"candidates": 10, "about": [(1, 1), (0, 1)], "closely": (2, 1)}
    answer = asyncio.run(source.ask(question))
    assert answer["best"]["levels"] == {"a": 1, "b": 1}
    assert answer["about"]["accepted"] == [True, None]
    assert answer["closely"]["loss_normalized"] == 0.5
    assert answer["lattice"] == {"minimum": [0, 0], "maximum": [2, 1]}
    wanted = {"where": {"levels": {"a": [2, 0]}, "accepted": True}, "candidates": 10}
    found = asyncio.run(source.ask(wanted))
    assert [one["levels"]["a"] for one in found["candidates"]] == [2]
    by_suppressed = asyncio.run(source.ask({"candidates": 10, "sort": "suppressed"}))
    assert [one["suppressed_records"] for one in by_suppressed["candidates"]] == [0, 4, 90]


class Slow:
    """A source that answers when it is told to, and remembers what was asked."""

    def __init__(self):
        self.asked, self.inner = [], Listed(CANDIDATES, 100)

    async def ask(self, question):
        self.asked.append(question)
        await asyncio.sleep(0.001)
        return await self.inner.ask(question)


def test_of_many_moves_only_the_last_is_asked_after_the_one_on_its_way():
    async def moves():
        source = Slow()
        explorer = Explorer(source, Settings(2), pytest.fail)
        shown = []
        explorer.shows.append(lambda seen: shown.append(seen.best))
        await asyncio.gather(*(explorer.set(Settings(k)) for k in range(3, 20)))
        return source.asked, shown

    asked, shown = asyncio.run(moves())
    assert [one["k"] for one in asked if "candidates" in one] == [3, 19]
    assert shown == [(1, 1), (1, 1)]


def test_an_error_of_a_question_is_told_and_the_next_move_asks_again():
    async def moves():
        told = []
        source = SimpleNamespace(ask=_refuse)
        explorer = Explorer(source, Settings(2), told.append)
        await explorer.set(Settings(3))
        explorer.source = Listed(CANDIDATES, 100)
        await explorer.set(Settings(4))
        return told, explorer.seen

    told, seen = asyncio.run(moves())
    assert [str(one) for one in told] == ["gone"]
    assert seen is not None


async def _refuse(_question):
    raise ShoalError("gone")


def test_the_picture_stays_while_it_holds_the_best_and_grows_by_neighbors():
    async def looks():
        explorer = Explorer(Listed(CANDIDATES, 100), Settings(2), pytest.fail)
        await explorer.ask()
        first = list(explorer.seen.nodes)
        await explorer.expand((1, 1))
        return first, explorer.seen.nodes

    first, second = asyncio.run(looks())
    assert set(first) == set(Lattice((0, 0), (2, 1)))
    assert second == first


@pytest.mark.parametrize(
    ("changed", "words", "listed"),
    [
        ({}, None, True),
        ({"method": {"name": "mondrian"}}, "method", False),
        ({"recoding": "local"}, "local recoding", False),
        ({"recoding": {"mode": "local"}}, "local recoding", False),
        ({"recoding": "global"}, None, True),
        ({"privacy": [{"model": "differential-privacy"}]}, "differential privacy", False),
        ({"privacy": [{"model": "t-closeness"}]}, "t-closeness", True),
        ({"privacy": []}, "nothing yet", False),
        ({"person": "id"}, "people", True),
    ],
)
def test_a_study_without_a_sweep_says_why(changed, words, listed):
    body = {**STUDY, **changed}
    found = why_no_sweep(body)
    assert found is None if words is None else words in found
    assert can_list_candidates(body) == listed


def test_shares_are_told_shortly_and_never_as_nothing():
    assert percent(0.275) == "27.5%"
    assert percent(1.0) == "100%"
    assert percent(0.00001) == "<0.01%"
    assert percent(None) == "–"
    assert count_and_share(1833, 39_676) == "1,833 (4.62%)"
