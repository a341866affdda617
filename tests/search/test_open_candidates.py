"""Which candidate is next, on the toy table."""

from quality.toy import problem_of
from shoal.search.open_candidates import OpenCandidates


def visited(problem, look=lambda candidates, at: None):
    """The levels in the order of visits, and the bounds they had then."""
    candidates = OpenCandidates(problem)
    seen = []
    for at, bound in candidates:
        seen.append((tuple(candidates.levels[at].tolist()), bound.loss))
        look(candidates, at)
    return seen


def test_the_smallest_bound_comes_first_then_the_lowest_levels():
    seen = visited(problem_of("height"))
    assert [levels for levels, _ in seen] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert [bound for _, bound in seen] == [0, 1, 1, 2, 2, 3]


def test_what_is_closed_is_not_visited():
    def close(candidates, at):
        if candidates.levels[at].tolist() == [0, 1]:
            candidates.close_below(at)
            candidates.close_below(candidates.levels.tolist().index([2, 0]))

    seen = [levels for levels, _ in visited(problem_of("height"), close)]
    assert seen == [(0, 0), (0, 1), (1, 1), (2, 1)]


def test_what_is_learned_raises_everything_above_and_it_waits_its_turn():
    problem = problem_of("classification", targets=["dis"], limit="0")

    def learn(candidates, at):
        levels = tuple(candidates.levels[at].tolist())
        candidates.learn(at, problem.candidate(levels))

    seen = visited(problem, learn)
    order = [levels for levels, _ in seen]
    # One of seven is predicted wrongly at (1, 0), two at (0, 1) and (1, 1), three at the top.
    assert order == [(0, 0), (0, 1), (1, 0), (2, 0), (1, 1), (2, 1)]
    assert [round(7 * bound) for _, bound in seen] == [0, 0, 0, 1, 2, 3]
    assert [bound for _, bound in seen] == sorted(bound for _, bound in seen)


def test_what_is_learned_never_lowers_a_bound():
    problem = problem_of("kl-divergence")

    def learn(candidates, at):
        candidates.learn(at, problem.candidate((0, 0)))

    assert visited(problem, learn) == visited(problem)


def test_closed_candidates_that_wait_are_not_visited_either():
    problem = problem_of("classification", targets=["dis"], limit="0")

    def look(candidates, at):
        levels = tuple(candidates.levels[at].tolist())
        candidates.learn(at, problem.candidate(levels))
        if levels == (2, 0):
            candidates.close_below(candidates.levels.tolist().index([1, 1]))

    assert [levels for levels, _ in visited(problem, look)][-2:] == [(2, 0), (2, 1)]
