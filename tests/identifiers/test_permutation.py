import random

import numpy as np
import pytest

from shoal.identifiers import ff1
from shoal.identifiers.key import Key
from shoal.identifiers.permutation import Permutation, decrypt_bits, encrypt_bits

KEY = Key(bytes(range(32)))


@pytest.mark.parametrize("size", [5, 64, 1000, 1025])
def test_every_number_moves_and_all_of_them_form_one_cycle(size):
    moved = Permutation(KEY, size).move(list(range(size)))
    assert sorted(moved) == list(range(size))
    place, visited = 0, []
    while place not in visited:
        visited.append(place)
        place = moved[place]
    assert len(visited) == size


@pytest.mark.parametrize("size", [10**6, 10**18, 2**63 - 25, 2**63 + 9, 26**40])
def test_the_way_back_is_known(size):
    permutation, numbers = Permutation(KEY, size), [0, 1, 2, size // 2, size - 1]
    moved = permutation.move(numbers)
    assert all(0 <= number < size for number in moved)
    assert permutation.move(moved, -1) == numbers
    assert not set(moved) & set(numbers)


def test_another_key_is_another_permutation():
    numbers = list(range(50))
    assert Permutation(KEY, 10**9).move(numbers) != Permutation(KEY.derive("other"), 10**9).move(
        numbers
    )


@pytest.mark.parametrize("length", [2, 7, 20, 21, 33, 48, 62, 63])
def test_many_numbers_at_once_become_what_each_becomes_alone(length):
    draw = random.Random(length)
    numbers = [0, 2**length - 1, *(draw.randrange(2**length) for _ in range(30))]
    together = encrypt_bits(KEY, np.array(numbers, np.uint64), length)
    assert together.tolist() == [ff1.encrypt(KEY, number, 2, length) for number in numbers]
    assert decrypt_bits(KEY, together, length).tolist() == numbers
