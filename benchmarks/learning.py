"""What judging a release costs: models on the built-in example with 39,676 records."""

import yaml

from benchmarks.options import Options
from benchmarks.tables import table
from shoal.data.example import write_example
from shoal.service.evaluate import evaluate
from shoal.study.study import Study

TITLE = "Models that learn from a release"
MODELS = (
    *("logistic-regression", "naive-bayes", "decision-tree", "random-forest"),
    *("gradient-boosting", "zero-r"),
)
FIRST = "logistic-regression"  # what the target is about, and all of a hurried look
ABOUT = """`shoal evaluate` on the built-in example (39,676 records, nine features, three classes, 3
folds): input, release and baseline with all scores and curves, on one thread. CPU seconds, least of
several, without searching the release. Target: under 5 seconds with logistic regression (Prasser et
al. 2017 report 10 to 30 seconds for this view on their machine). `--large` adds the models that
take longest.
"""


def section(options: Options) -> str:
    """Seconds and scores of each model."""
    path = write_example(options.folder / "learning")
    keys = yaml.safe_load(path.read_text())
    rows = []
    for model in (FIRST,) if options.quick else MODELS if options.large else MODELS[:3]:
        study = Study.of({**keys, "evaluate": {"folds": 3, "models": [model]}}, path.parent)
        reports = [evaluate(study) for _ in range(3 if model == FIRST else 1)]
        seconds = min(report["cpu_seconds"]["evaluate"] for report in reports)
        [scores] = reports[0]["learning"]["targets"][0]["models"]
        shares = [scores[side]["accuracy"] for side in ("baseline", "original", "released")]
        rows.append((model, seconds, *(f"{share:.4f}" for share in shares),
                     f"{scores['relative_accuracy']:.3f}"))  # fmt: skip
        options.say(f"{model}: {seconds:.2f} s")
    head = ("model", "CPU s", "baseline", "original", "released", "relative accuracy")
    return f"{ABOUT}\n{table(head, rows)}"
