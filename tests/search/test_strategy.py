"""What all strategies share."""

from shoal.search import strategies
from shoal.search.problem.strategy import with_seed


def test_a_seed_goes_to_the_strategies_that_make_random_choices():
    genetic, optimal = (strategies.build({"strategy": name}) for name in ("genetic", "optimal"))
    assert with_seed(genetic, 7).seed == 7
    assert with_seed(genetic, None) is genetic
    assert with_seed(optimal, 7) is optimal


def test_every_strategy_of_the_contract_is_there():
    assert set(strategies) == {
        *("auto", "best-first", "exhaustive", "genetic", "optimal", "top-down")
    }
    assert strategies.planned == ()
