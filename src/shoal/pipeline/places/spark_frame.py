"""Anonymizing a Spark data frame in Python: what comes back is a Spark data frame, too."""

import tempfile
from pathlib import Path

import numpy as np
from pyspark.sql import DataFrame

from shoal.errors import StudyError
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.places.large import passed_columns, searched
from shoal.pipeline.places.scaled_run import Approve
from shoal.pipeline.places.spark_release import released_frame
from shoal.pipeline.prepare.automatic import stored
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.summary.shown import shown_in_table
from shoal.pipeline.summary.summarize import evaluate
from shoal.progress import Watch, ignore_progress
from shoal.scale.spark_table import SparkTable
from shoal.service.release import Release
from shoal.study.study import Study
from shoal.verify.large import verify_large
from shoal.verify.large.with_spark import SparkCounter

VIEWS = ("shoal_input", "shoal_release")


def anonymize_frame(
    frame: DataFrame, study: Study, approve: Approve, watch: Watch = ignore_progress
) -> Release:
    """The release of a Spark data frame, verified on the cluster before it is given back.

    Nothing is written and nothing is drawn: the released records are computed by Spark when they
    are used, in no particular order; suppressed ones are left out unless the study says `blank`.

    Args:
        frame: The table.
        study: The study; its engine must be Spark.
        approve: Refuses a release that the verifier refused.
        watch: Called now and then; raises Canceled to stop.
    """
    if study.engine.name != "spark":
        raise StudyError("A Spark data frame is anonymized where it is: say `engine: spark`.")
    clock, table = Stopwatch(), SparkTable.of(frame)
    done, counted = searched(study, table, clock, watch, ".")
    released = released_frame(done, counted, table)
    with clock.stage("verify"), tempfile.TemporaryDirectory(prefix="shoal-") as name:
        keys = effective(stored(done.explicit, Path(name)), home=Path(name))
        keys["output"] = {**keys.get("output", {}), "shuffle": False}
        for view, side in zip(VIEWS, (frame, released), strict=True):
            side.createOrReplaceTempView(view)
        counter = SparkCounter(frame.sparkSession)
        verdict = approve(verify_large(keys, Path(name), VIEWS[1], counter, VIEWS[0]), study)
    after = SparkTable.of(released)
    passed, shown = passed_columns(done, table, after), shown_in_table(study, after)
    report = evaluate(done, effective(study), verdict, clock, passed=passed, shown=shown)
    report["summary"]["engine"] = "spark"
    return Release(released, np.zeros(0, np.bool_), report, study.given(), shown)
