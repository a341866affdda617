"""The fuzzer: kept seeds stay without a finding, and it catches every kind of lie."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from fuzz.__main__ import kept_seeds, tried
from fuzz.attempt import Finding, Result, attempt
from fuzz.case import Case, shown
from fuzz.draw import draw
from fuzz.private import smallest
from fuzz.promises import Seen, distance
from fuzz.smaller import smaller
from fuzz.world import World

from shoal.engine.lattice import Lattice
from shoal.errors import NoReleaseError, VerificationError
from shoal.methods import methods
from shoal.pipeline import spine
from shoal.pipeline.ways import search
from shoal.report import certificate
from shoal.service import verify

pytestmark = pytest.mark.slow

FRESH = range(1000, 1024)
TREE = (("a", "ab", "*"), ("b", "ab", "*"), ("c", "c", "*"))


def case(**keys):
    rows = [("a", "flu"), ("a", "flu"), ("b", "gout"), ("b", "flu"), ("b", "burn"), ("c", "flu")]
    study = {
        "columns": {
            "q": {"role": "quasi-identifier", "hierarchy": "q.csv"},
            "s": {"role": "sensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.5,
        **keys,
    }
    records = tuple({"q": q, "s": s, "note": "x", "id": str(at)} for at, (q, s) in enumerate(rows))
    return Case(records, study, {"q": TREE}, {}, ("q",))


@pytest.mark.parametrize("seed", [*FRESH, *kept_seeds()])
def test_fresh_and_kept_seeds_have_no_finding(seed):
    assert tried(seed)[1].finding is None


def test_a_case_is_a_function_of_its_seed():
    assert shown(draw(7)) == shown(draw(7)) != shown(draw(8))


def test_an_honest_release_has_no_finding():
    found = attempt(case())
    assert (found.ended, found.finding, found.checked) == ("released", None, 3)


def blind(monkeypatch):
    monkeypatch.setattr(spine, "approve", lambda verdict, study: verdict)


def lying(change):
    """A search whose answer is changed, unseen by the verifier."""

    def plant(monkeypatch):
        honest = search.search_or_explain
        monkeypatch.setattr(search, "search_or_explain", lambda *asked: change(honest, *asked))
        blind(monkeypatch)

    return plant


def everybody(honest, *asked):
    found = honest(*asked)
    return replace(found, suppressed=np.zeros_like(found.suppressed))


def the_top(honest, strategy, problem, watch):
    top = problem.lattice.maximum
    return honest(strategy, replace(problem, lattice=Lattice(top, top)), watch)


def another_answer_each_time():
    times = []

    def change(honest, *asked):
        times.append(1)
        return honest(*asked) if len(times) == 1 else the_top(honest, *asked)

    return change


def no_answer(*_):
    raise NoReleaseError("None.")


def with_lower_loss(honest, *asked):
    found = honest(*asked)
    return replace(found, loss=found.loss / 2)


def refused(monkeypatch):
    def refuse(verdict, study):
        raise VerificationError("Refused.")

    monkeypatch.setattr(spine, "approve", refuse)


def refused_later(monkeypatch):
    honest = verify.verify_again

    def refuse(*asked):
        found = honest(*asked)
        return replace(found, findings=(replace(found.findings[0], holds=False),))

    monkeypatch.setattr(verify, "verify_again", refuse)


def crashing(monkeypatch):
    monkeypatch.setattr(spine, "make_report", lambda *_, **__: {}["q2"])


def miscounting(monkeypatch):
    honest = spine.make_report

    def evaluate(*asked, **more):
        found = honest(*asked, **more)
        found["summary"]["suppressed_records"] += 1
        return found

    monkeypatch.setattr(spine, "make_report", evaluate)


def boasting(monkeypatch):
    told = "Every record looks like at least 99 others by its quasi-identifiers."
    monkeypatch.setattr(certificate, "_says", lambda _: told)


def promising_more(monkeypatch):
    more = {"model": "t-closeness", "holds": True, "parameters": {}}
    honest = certificate.promises_of
    monkeypatch.setattr(certificate, "promises_of", lambda *asked: [*honest(*asked), more])


@pytest.mark.parametrize(
    ("kind", "plant"),
    [
        ("promise", lying(everybody)),
        ("optimum", lying(the_top)),
        ("optimum", lying(no_answer)),
        ("loss", lying(with_lower_loss)),
        ("differs", lying(another_answer_each_time())),
        ("verifier", refused),
        ("verifier", refused_later),
        ("crash", crashing),
        ("claim", miscounting),
        ("certificate", boasting),
        ("verifier", promising_more),
    ],
)
def test_a_planted_lie_is_found(monkeypatch, kind, plant):
    plant(monkeypatch)
    assert attempt(case()).finding.kind == kind


def test_a_method_that_forgets_to_blank_is_found(monkeypatch):
    asked = case(method={"name": "local-suppression", "bin_size": 3}).asking(privacy=None)
    assert attempt(asked).finding is None
    plain = methods.class_of("local-suppression").run
    monkeypatch.setattr(
        methods.class_of("local-suppression"),
        "run",
        lambda self, *given: replace(plain(self, *given), blank=None),
    )
    blind(monkeypatch)
    assert attempt(asked).finding.kind == "promise"


def test_a_finding_is_made_smaller():
    """Whatever is left out, the finding here needs a record with c and two promises."""
    finding = Finding("promise", "a class of 1 breaks k-anonymity")

    def broken(asked):
        there = any(row["q"] == "c" for row in asked.rows) and len(asked.study["privacy"]) > 1
        return Result("finding" if there else "released", finding if there else None)

    promises = [{"model": "k-anonymity", "k": k} for k in (2, 3, 4)]
    asked = case(privacy=promises, quality={"model": "precision"}, output={"shuffle": False})
    found = smaller(asked, finding, 60, broken)
    assert [row["q"] for row in found.rows] == ["c"]
    assert len(found.study["privacy"]) == 2
    assert not {"quality", "output"} & set(found.study)
    assert "k-anonymity" in shown(found)


@pytest.mark.parametrize(
    ("members", "ordered", "equal"),
    [((0, 1), Fraction(1, 4), Fraction(3, 10)), ((2, 3, 4), Fraction(1, 6), Fraction(1, 5))],
)
def test_distances_by_definition_are_those_of_paper_004(members, ordered, equal):
    values = ["x", "y", "y", "y", "z"]
    columns = {"s": {"role": "sensitive", "type": "ordered", "order": ["x", "y", "z"]}}
    world = World(Case(tuple({"s": value} for value in values), {"columns": columns}, {}))
    seen = Seen(members)
    assert distance({"column": "s", "distance": "ordered"}, seen, world) == ordered
    assert distance({"column": "s"}, seen, world) == equal


def test_distances_in_a_tree_by_definition():
    tree = (("a", "l", "*"), ("b", "l", "*"), ("c", "r", "*"), ("d", "r", "*"))
    world = World(Case(tuple({"s": value} for value in "abcd"), {"columns": {}}, {"s": tree}))
    promise = {"column": "s", "distance": "hierarchical"}
    assert distance(promise, Seen((0, 1)), world) == Fraction(1, 2)
    assert distance(promise, Seen((0, 2)), world) == Fraction(1, 4)


@pytest.mark.parametrize(("epsilon", "delta", "k"), [(2, 1e-3, 64), (1, 1e-4, 47), (0.5, 1e-3, 27)])
def test_the_smallest_private_class_is_that_of_the_theorem(epsilon, delta, k):
    assert smallest(epsilon, delta) == k
