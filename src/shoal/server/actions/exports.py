"""Actions that write files: models, mappings, predictions, certificates."""

from typing import Literal

from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import JobId, RunId, StudyId, TableId, action

Unseen = Literal["error", "root"]
MODEL, SCORER, MAPPING = "model.shoal", "scorer.py", "mapping.json"


@action()
def export_model(
    call: Call, *, study: StudyId, run: RunId | None = None, model: str | None = None,
    target: str | None = None, unseen: Unseen = "error", scorer: bool = False,
) -> ActionResult:  # fmt: skip
    """Train a model on a release and save it with everything it needs to predict."""
    from shoal.service.exports import model as verbs  # noqa: PLC0415  (loads scikit-learn)

    done = verbs.export_model(
        call.study(study),
        call.files / MODEL,
        run=None if run is None else call.run(run),
        model=model,
        target=target,
        unseen=unseen,
        scorer=call.files / SCORER if scorer else None,
        watch=call.watch,
    )
    features = [column.name for column in done.predictor.encoding.columns]
    facts = {"target": done.predictor.target, "features": features}
    return ActionResult(
        {**facts, "warnings": list(done.warnings), "files": _names(call)}, files=True
    )


@action()
def export_mapping(
    call: Call, *, study: StudyId, run: RunId | None = None, unseen: Unseen = "error"
) -> ActionResult:
    """Save the hierarchies and levels of a release, to do the same to new records."""
    from shoal.service.exports import mapping as verbs  # noqa: PLC0415  (loads the engine)

    folder = None if run is None else call.run(run)
    done = verbs.export_mapping(
        call.study(study), call.files / MAPPING, run=folder, unseen=unseen, watch=call.watch
    )
    facts = {"warnings": list(done.warnings), "left_out": dict(done.mapping.about["left_out"])}
    return ActionResult({**facts, "files": _names(call)}, files=True)


@action()
def predict(call: Call, *, model: JobId, table: TableId) -> ActionResult:
    """Predict the records of a table with a model that an earlier job has saved."""
    from shoal.service import predict as verbs  # noqa: PLC0415  (loads scikit-learn)

    saved = call.job_file(model, MODEL)
    predictions = verbs.predict(saved, call.table(table), call.files / "predictions.csv")
    return ActionResult({"records": predictions.height, "files": _names(call)}, files=True)


def _names(call: Call) -> list[str]:
    return sorted(file.name for file in call.files.iterdir())
