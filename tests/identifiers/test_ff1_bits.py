import random

import numpy as np
import pytest

from shoal.identifiers import ff1, ff1_bits
from shoal.identifiers.key import Key

KEY = Key(bytes(range(32)))


@pytest.mark.parametrize("length", [2, 7, 20, 21, 33, 48, 62, 63])
def test_many_numbers_at_once_become_what_each_becomes_alone(length):
    draw = random.Random(length)
    numbers = [0, 2**length - 1, *(draw.randrange(2**length) for _ in range(30))]
    together = ff1_bits.encrypted(KEY, np.array(numbers, np.uint64), length)
    assert together.tolist() == [ff1.encrypted(KEY, number, 2, length) for number in numbers]
    assert ff1_bits.decrypted(KEY, together, length).tolist() == numbers
