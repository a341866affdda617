import time

from shoal.pipeline.states.stopwatch import STAGES, Stopwatch, peak_memory_mb


def test_seconds_are_added_per_stage_and_in_total():
    clock = Stopwatch()
    for _ in range(2):
        with clock.stage("read"):
            time.sleep(0.01)
    assert clock.seconds["read"] >= 0.02
    assert clock.seconds["total"] >= clock.seconds["read"]
    assert clock.seconds["search"] == 0


def test_waiting_costs_no_processor_time(monkeypatch):
    monkeypatch.setattr(time, "process_time", lambda: 1.0)
    clock = Stopwatch()
    with clock.stage("read"):
        time.sleep(0.01)
    assert clock.cpu_seconds["read"] == 0


def test_both_clocks_name_every_stage_of_the_contract():
    clock = Stopwatch()
    assert list(clock.seconds) == list(clock.cpu_seconds) == [*STAGES, "total"]


def test_a_stage_that_fails_is_counted_too():
    clock = Stopwatch()
    try:
        with clock.stage("search"):
            raise ValueError
    except ValueError:
        pass
    assert clock.seconds["search"] > 0


def test_memory_is_told_in_megabytes():
    assert 10 < peak_memory_mb() < 100_000
