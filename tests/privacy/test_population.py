from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.population import needs_population, needs_population_size, within


def test_a_promise_about_the_table_alone_does_not_ask_for_a_population():
    promise = KAnonymity(k=3)
    assert not needs_population(promise)
    assert not needs_population_size(promise)
    assert within(promise, sample=5, population=10) is promise
