"""Profitability as the verifier computes it: against the engine, at equalities, and forgeries."""

from decimal import Decimal
from fractions import Fraction
from math import log
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from laws.groups import PRIVACY
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import privacy_models
from shoal.verify import verify_frames
from shoal.verify.promises.around import Around
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.findings import check_promise
from shoal.verify.promises.known import CHECKS
from shoal.verify.promises.profit import _pays

MODELS = ("prosecutor-profitability", "journalist-profitability")
classes = st.lists(
    st.tuples(st.integers(1, 12), st.integers(0, 5), st.integers(0, 10)), min_size=1, max_size=8
)


def both(found):
    """Classes (size, more in the population, bits lost) for the engine and for the verifier."""
    sizes = np.array([size for size, _, _ in found])
    population = sizes + [more for _, more, _ in found]
    bits = np.array([lost for _, _, lost in found])
    engine = EquivalenceClasses(
        sizes, sizes, population=population, information=lambda: bits * log(2) / (10 * log(2))
    )
    around = Around(int(sizes.sum()), population=population)
    under = [2**lost for lost in bits.tolist()]
    return engine, Classes(sizes, {}, around, count=lambda: (under, 1024))


@pytest.mark.parametrize("name", MODELS)
def test_both_sides_say_the_same_about_every_class(name):
    @settings(deadline=None)
    @given(PRIVACY[name], classes)
    def law(chosen, found):
        promise = {"model": name, **chosen}
        engine, verifier = both(found)
        broken = CHECKS[name](promise, verifier).broken
        assert broken.tolist() == privacy_models.build(promise).violations(engine).tolist()

    law()


def test_a_lost_share_that_is_exactly_the_limit_does_not_pay():
    # Half of the information is left, and the risk is half of the benefit: nothing remains.
    assert not _pays(Fraction(2), Fraction(1), 32, 1024)
    assert _pays(Fraction(2), Fraction(999_999_999_999, 10**12), 32, 1024)
    # Not a power of the same number: 50 digits tell what floats cannot.
    share = Fraction(Decimal(3).ln() / Decimal(1000).ln())  # correct to 28 digits
    assert _pays(Fraction(1), 1 - share - Fraction(1, 10**20), 3, 1000)
    assert not _pays(Fraction(1), 1 - share + Fraction(1, 10**20), 3, 1000)


def test_where_nothing_can_be_lost_only_the_risk_counts():
    assert _pays(Fraction(2), Fraction(1), 1, 1)
    assert not _pays(Fraction(1), Fraction(1), 1, 1)
    assert not _pays(Fraction(0), Fraction(0), 1, 8)


def test_classes_that_nobody_looked_into_are_not_checked():
    finding = check_promise({"model": MODELS[0]}, Classes(np.array([5]), {}, Around(5)))
    assert finding.holds == "not_checked"
    assert "which values" in finding.reason


AGE = {"role": "quasi-identifier", "hierarchy": {"builder": "intervals", "width": 10, "levels": 2}}
TABLE = pl.DataFrame({"age": [20, 21, 22, 23, 24, 25, 31, 32, 33, 34]})
STUDY = {
    "columns": {"age": {**AGE, "type": "integer"}},
    "privacy": [{"model": "prosecutor-profitability"}],
    "quality": {"model": "publisher-payout"},
    "suppression_limit": 1,
    "game": {"publisher_benefit": 10, "publisher_loss": 20, "adversary_gain": 9},
}


def test_a_release_is_checked_with_the_stakes_of_its_study():
    released = shoal.anonymize(TABLE, STUDY)
    [finding] = released.summary["privacy"]
    assert finding["holds"] is True
    # 10 · (1 - ln 6 / ln 10) less 20 / 6 would be a loss: nobody attacks six at 4 each for 9.
    assert released.summary["levels"] == {"age": 1}
    assert finding["measured"] == pytest.approx(10 * (1 - log(6) / log(10)))


def test_a_forged_release_that_does_not_pay_is_refused():
    forged = TABLE.select(pl.col("age").cast(pl.String))
    marks = pl.Series([False] * 10)
    verdict = verify_frames(STUDY, Path(), TABLE, forged, marks)
    [finding] = [one for one in verdict.findings if one.model]
    assert finding.holds is False
    assert "10 classes (10 in all) cost as much as they bring" in finding.reason


def test_local_recoding_is_checked_by_what_each_label_covers():
    local = {**STUDY, "recoding": "local", "quality": {"model": "loss"}}
    [finding] = shoal.anonymize(TABLE, local).summary["privacy"]
    assert finding["holds"] is True


def test_negative_stakes_are_not_believed():
    promise = {"model": MODELS[0], "game": {"adversary_cost": -1}}
    assert check_promise(promise, both([(1, 0, 0)])[1]).holds == "not_checked"
    with pytest.raises(StudyError, match="adversary_cost"):
        check_promise(
            {"model": MODELS[0], "game": {"adversary_cost": "much"}}, both([(1, 0, 0)])[1]
        )
