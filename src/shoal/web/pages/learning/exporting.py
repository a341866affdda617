"""Trains a model on the release and offers it as a file."""

from nicegui import ui

from shoal.server.jobs import Job
from shoal.study.keys.plain import Settings
from shoal.web.explain import explanation, heading
from shoal.web.pages.learning import settings
from shoal.web.pages.learning.evaluate_editor import EvaluateEditor
from shoal.web.pages.release.remembered import find_done_job
from shoal.web.problems import show_warnings
from shoal.web.work import work

BENCHMARK = (
    "To compare several models under several promises on the same records, write a plan and use"
    " `shoal benchmark plan.yaml --out benchmark`, or the action `benchmark` of the service. The"
    " guide Models that learn from a release (docs/learning.md) tells how, under Which model, which"
    " promise."
)
UNSEEN = {"error": "are refused", "root": "count as the most general label"}
FILES = {
    "model.shoal": "the model; `shoal predict model.shoal records.csv` uses it",
    "scorer.py": "a program of its own that predicts without Shoal",
}


class Exporting:
    """The card about saved models."""

    def __init__(self, editor: EvaluateEditor) -> None:
        self._editor = editor
        heading("Take the model along", "saved-model")
        ui.label("It learns from the whole release, and predicts raw records.").classes("quiet")
        with ui.element("div").classes("line wrap"):
            self._target = ui.select([], label="Target").classes("choice").mark("export-target")
            self._model = ui.select([], label="Model").classes("choice").mark("export-model")
            self._unseen = ui.select(UNSEEN, label="Values never seen", value="error")
            self._unseen.classes("choice").props("options-dense")
            explanation("unseen-values")
            self._scorer = ui.switch("Also as a program without Shoal")
        self._button = ui.button("Train and save", icon="save", on_click=self._export)
        self._button.props("outline").mark("export")
        self._place = ui.element("div")
        self._files = ui.element("div").classes("stack").props('role="status"')
        with ui.expansion("Which model, under which promise?").classes("full"):
            ui.label(BENCHMARK).classes("quiet")
            ui.link("The service's actions, described", "/api/v1/openapi.json")
        editor.when_changed(self.follow)

    async def follow(self) -> None:
        """Offer the targets and models that the study has now."""
        targets = self._editor.targets
        kept = self._editor.body.get("evaluate") or {}
        models = list(dict.fromkeys(_name(one) for one in settings.with_defaults(kept)["models"]))
        _offer(self._target, targets)
        _offer(self._model, models)
        self._button.set_enabled(bool(targets))

    @property
    def arguments(self) -> dict[str, str | bool]:
        """The arguments of the action."""
        given: dict[str, str | bool] = {
            "study": self._editor.story.id, "run": self._editor.run.id,
            "target": self._target.value, "model": self._model.value, "unseen": self._unseen.value,
        }  # fmt: skip
        return given | ({"scorer": True} if self._scorer.value else {})

    async def _export(self) -> None:
        """Let a job train the model and write it, and show its files."""
        self._files.clear()
        job = await work(
            self._editor.visit, "export-model", self.arguments, "Training the model", self._place
        )
        if job is not None:
            self._show(job)

    async def earlier(self) -> None:
        """Show the files of an earlier export with the same arguments, unless some are shown."""
        if self._target.value is None:
            return
        job = await self._editor.visit.call(find_done_job, "export-model", self.arguments)
        if job is not None and not self._files.default_slot.children:
            self._show(job)

    def _show(self, job: Job) -> None:
        self._files.clear()
        with self._files:
            show_warnings(job.result["warnings"])
            for name in job.result["files"]:
                with ui.element("div").classes("line wrap"):
                    link = ui.link(name, f"/api/v1/jobs/{job.id}/files/{name}")
                    link.props["download"] = name
                    ui.label(FILES.get(name, "")).classes("quiet small")
            count = len(job.result["features"])
            ui.label(
                f"Predicts {job.result['target']} from {count:,} column{'' if count == 1 else 's'}."
            ).classes("quiet small breakable")


def _offer(choice: ui.select, names: list[str]) -> None:
    """Offer these names; the chosen one stays if it is among them, else the first is chosen."""
    value = choice.value if choice.value in names else next(iter(names), None)
    choice.set_options(names, value=value)


def _name(given: str | Settings) -> str:
    """The name of a model, which a study writes alone or with parameters."""
    return given if isinstance(given, str) else str(given["model"])
