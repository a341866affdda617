"""Time spent compiling: added up once, whatever is compiled inside, and told while it goes on."""

import pytest

from shoal.engine import compiling


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""
    now = [100.0]
    monkeypatch.setattr(compiling, "monotonic", lambda: now[0])
    return now


def test_what_is_compiled_inside_counts_once(clock):
    measured = compiling._Compiling()
    measured.on_start(None)
    clock[0] += 2
    measured.on_start(None)  # a function that the first one calls
    clock[0] += 3
    measured.on_end(None)
    clock[0] += 1
    measured.on_end(None)
    clock[0] += 10
    assert measured.seconds == 6


def test_a_compilation_that_goes_on_counts_so_far(clock):
    measured = compiling._Compiling()
    measured.on_start(None)
    clock[0] += 4
    assert measured.seconds == 4


def test_numba_tells_when_it_compiles(clock, monkeypatch):
    import numba  # noqa: PLC0415

    measured = compiling._Compiling()
    monkeypatch.setattr(compiling, "_COMPILING", measured)
    ended = measured.on_end

    def end(event):
        clock[0] += 5
        ended(event)

    monkeypatch.setattr(measured, "on_end", end)
    with numba.core.event.install_listener("numba:compile", measured):
        numba.njit(lambda x: x + 1)(1)
    assert compiling.compile_seconds() >= 5
