"""Results are remembered per table, and forgotten with it."""

import gc
import weakref

from quality.toy import problem_of
from shoal.quality.per_table import per_table


def test_a_result_is_computed_once_per_table():
    seen = []

    @per_table
    def records(encoded):
        seen.append(encoded.records)
        return encoded.records

    one, other = problem_of("loss").encoded, problem_of("loss").encoded
    assert [records(one), records(one), records(other)] == [7, 7, 7]
    assert len(seen) == 2
    assert records.__name__ == "records"


def test_a_table_that_is_not_used_any_more_is_given_back():
    @per_table
    def counts(encoded):
        return encoded.counts

    encoded = problem_of("loss").encoded
    counts(encoded)
    place = weakref.ref(encoded)
    del encoded
    gc.collect()
    assert place() is None
