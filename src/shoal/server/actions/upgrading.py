"""The action `study-upgrade`: the keys that an older stored study lacks."""

from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import StudyId, action
from shoal.server.stored import study as stored_study


@action()
def study_upgrade(call: Call, *, study: StudyId) -> ActionResult:
    """Tell what an older study must say by now, with its keys as they would be."""
    from shoal.service.upgrade import additions, with_additions  # noqa: PLC0415
    from shoal.study import text as study_text  # noqa: PLC0415  (loads Polars)

    path = call.study(study)
    missing, _ = additions(study_text.parse(path.read_text("utf-8"), path.name), path.parent)
    body = with_additions(stored_study(call.workspace, call.owner, study).body, missing)
    return ActionResult({"additions": [added.plain() for added in missing], "study": body})
