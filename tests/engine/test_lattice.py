from shoal.engine.lattice import Lattice

LATTICE = Lattice((0, 1), (2, 2))


def test_candidates_come_in_lexicographic_order():
    assert list(LATTICE) == [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]
    assert (LATTICE.size, LATTICE.shape) == (6, (3, 2))


def test_a_position_gives_its_candidate():
    assert [LATTICE.at(index) for index in range(LATTICE.size)] == list(LATTICE)


def test_successors_raise_one_column_by_one():
    assert list(LATTICE.successors((1, 1))) == [(2, 1), (1, 2)]
    assert list(LATTICE.successors((2, 2))) == []


def test_only_vectors_between_the_bounds_belong():
    assert (0, 1) in LATTICE
    assert all(wrong not in LATTICE for wrong in [(0, 0), (3, 1), (0, 1, 0), (0,), [0, 1], None])


def test_sizes_beyond_machine_words_are_exact():
    assert Lattice((0,) * 60, (3,) * 60).size == 4**60
    assert Lattice((0,) * 60, (3,) * 60).at(4**60 - 1) == (3,) * 60


def test_one_candidate_is_a_lattice_too():
    assert list(Lattice((2, 0), (2, 0))) == [(2, 0)]
