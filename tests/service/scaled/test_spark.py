"""The same release on a real cluster of two executors, which may die."""

import os
import signal
import subprocess
import sys
import threading
import time

import polars as pl
import pytest

import shoal
from large_toy import released, study, table
from shoal.errors import StudyError
from shoal.service import verbs

MASTER = "local-cluster[2,1,1024]"
EXECUTOR = "CoarseGrainedExecutorBackend"
pytestmark = [
    pytest.mark.needs("java"),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster():
    from shoal.scale.spark_table import start_session  # noqa: PLC0415

    session = start_session(MASTER)
    yield session
    session.stop()


def run(folder, engine, name, monkeypatch, **more):
    monkeypatch.setenv("SHOAL_WORKSPACE", str(folder / f"ledger-{name}"))
    verbs.run({**study(folder, **more), "engine": engine}, folder / name)
    return folder / name


def test_blank_records_and_parquet_on_spark(tmp_path, monkeypatch, cluster):
    more = {"output": {"suppressed": "blank", "format": "parquet"}}
    memory, spark = (
        run(tmp_path, engine, engine, monkeypatch, **more) for engine in ("memory", "spark")
    )
    assert released(memory).equals(released(spark))


def test_a_changed_part_is_refused(tmp_path, monkeypatch, cluster):
    place = run(tmp_path, "spark", "spark", monkeypatch)
    part = sorted((place / "draft.csv").iterdir())[0]
    lines = part.read_text("utf-8").splitlines(keepends=True)
    part.write_text("".join([*lines, lines[-1]]), "utf-8")
    assert not verbs.verify_run(place).holds


def test_a_run_is_verified_later_where_no_session_is_open(tmp_path, monkeypatch, cluster):
    place = run(tmp_path, {"name": "spark", "master": "local[1]"}, "spark", monkeypatch)
    done = subprocess.run(
        [sys.executable, "-m", "shoal", "verify", str(place)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def test_a_spark_table_comes_back_as_one(tmp_path, cluster):
    keys = {**study(tmp_path), "engine": "spark"}
    frame = cluster.createDataFrame(table().to_arrow())
    release = shoal.anonymize(frame, keys)
    assert type(release.table).__module__.startswith("pyspark.")
    found = pl.DataFrame(pl.from_arrow(release.table.toArrow()))
    memory = shoal.anonymize(table(), {**keys, "engine": "memory"})
    kept = memory.table.filter(~pl.Series(memory.suppressed)).select(found.columns)
    assert found.sort(found.columns).equals(kept.sort(found.columns))
    assert release.summary["suppressed_records"] == memory.summary["suppressed_records"]
    with pytest.raises(StudyError, match="engine: spark"):
        shoal.anonymize(frame, {**keys, "engine": "memory"})


def test_an_executor_that_is_killed_changes_nothing(tmp_path, monkeypatch, cluster):
    memory = run(tmp_path, "memory", "memory", monkeypatch)
    before, killed = executors(), []
    killer = threading.Thread(target=_kill_soon, args=(before, killed))
    killer.start()
    spark = run(tmp_path, "spark", "spark", monkeypatch)
    killer.join()
    assert killed, "no executor was there to be killed"
    assert released(memory).equals(released(spark))
    assert verbs.verify_run(spark).holds


def _kill_soon(known, killed):
    time.sleep(1.5)
    for number in known[:1]:
        os.kill(number, signal.SIGKILL)
        killed.append(number)


def executors():
    """The processes of this cluster's executors."""
    found = subprocess.run(["pgrep", "-f", EXECUTOR], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def test_a_driver_that_is_killed_leaves_no_release(tmp_path):
    import yaml  # noqa: PLC0415

    keys = {**study(tmp_path), "engine": {"name": "spark", "master": "local[2]"}}
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(keys), "utf-8")
    command = [sys.executable, "-m", "shoal", "run", "study.yaml", "--out", "run"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **quiet) as driver:
        _wait_until_written(tmp_path, driver)
        os.killpg(driver.pid, signal.SIGKILL)
    assert not (tmp_path / "run").exists()


def _wait_until_written(folder, driver):
    """Until the first part is being written, or nothing more will be."""
    for _ in range(1200):
        if driver.poll() is not None or [*folder.glob(".run.*/run/draft.csv")]:
            return
        time.sleep(0.1)
