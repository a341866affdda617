"""One model for one target in detail: curves, scores of each class, confusion."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from shoal.report.numbers import count_of, number, percent
from shoal.report.words import label
from shoal.web.charts.chart import Chart, chart_section
from shoal.web.explain import heading
from shoal.web.pages.learning import charts, figures
from shoal.web.pages.learning.sortable import Sortable
from shoal.web.table import plain_table

Model = Mapping[str, Any]
MANY = 8  # with more choices, names can be typed
BOTH = {"original": "Original", "released": "Released"}


class Closely:
    """The choice of target, model and class, and the details about it."""

    def __init__(self, learned: Mapping[str, Any]) -> None:
        self._targets = {str(at): one for at, one in enumerate(learned["targets"])}
        heading("One model, closely", "roc")
        with ui.element("div").classes("line wrap picks"):
            names = {at: label(one["target"]) for at, one in self._targets.items()}
            self._target = _choice("Target", names, self._of_target)
            self._model = _choice("Model", {}, self._of_model)
            many = max(len(one["classes"]) for one in self._targets.values())
            self._class = _choice("Class", {}, self._of_class, many)
        with ui.element("div").classes("halves"):
            self._curve = ui.element("div").classes("stack tight")
            self._trust = ui.element("div").classes("stack tight")
        self._rest = ui.element("div").classes("stack wide-gap")
        self._of_target()

    @property
    def target(self) -> Mapping[str, Any]:
        """The chosen target."""
        found: Mapping[str, Any] = self._targets[str(self._target.value)]
        return found

    @property
    def model(self) -> Model:
        """The chosen model."""
        found: Model = self.target["models"][int(self._model.value or 0)]
        return found

    def _of_target(self) -> None:
        """Offer the models of the chosen target, and show the first."""
        models = {str(at): figures.model_words(one) for at, one in enumerate(self.target["models"])}
        self._model.set_options(models, value="0")
        self._of_model()

    def _of_model(self) -> None:
        """Show the chosen model; the class stays if the model has it, too."""
        if self._model.value is None:
            return
        classes = {str(at): _class(one) for at, one in enumerate(self.model["by_class"])}
        known = str(self._class.value)
        self._class.set_options(classes, value=known if known in classes else "0")
        self._of_class()
        self._rest.clear()
        with self._rest:
            _by_confidence(self.model)
            self._classes()
            _matrices(self.target["classes"], self.model)
        self._trust.clear()
        with self._trust:
            _calibration(self.model)

    def _of_class(self) -> None:
        """Show the curves of the chosen class."""
        classes = self.model["by_class"]
        if self._class.value is None:  # a person is typing a name
            return
        at = int(self._class.value)
        if at < len(classes):
            self._curve.clear()
            with self._curve:
                _roc(classes[at])

    def _classes(self) -> None:
        with ui.element("div").classes("stack"):
            heading("Each class against all others", "learning-class", 3)
            classes = self.model["by_class"]
            lines = [figures.of_class(one) for one in classes]
            tones = [figures.class_verdict(one)[1] for one in classes]
            Sortable(figures.OF_CLASS, lines, tones, "Scores of each class", figures.SAID_OF_CLASS)


def _choice(
    name: str, options: dict[str, str], changed: Callable[[], None], many: int = 0
) -> ui.select:
    """Show a choice; with more than MANY options, or `many`, names can be typed."""
    first = next(iter(options), None)
    typed = max(many, len(options)) > MANY
    select = ui.select(options, label=name, value=first, with_input=typed)
    select.props("options-dense").classes("choice").mark(f"closely-{name.lower()}")
    select.on_value_change(changed)
    return select


def _class(one: Mapping[str, Any]) -> str:
    """The name of a class with its number of records."""
    return f"{label(one['class'], 40)} ({count_of(one['records'], 'record')})"


def _roc(one: Mapping[str, Any]) -> None:
    """Show the ROC curves of a class as a chart and as a table."""
    name = label(one["class"], 40)
    areas = ", ".join(
        f"{charts.SIDES[side].lower()} {percent(one[side]['auc'])}" for side in charts.SIDES
    )
    if not one["original"]["roc"]:
        ui.label("This class has no curve: no record, or no other class, was predicted.")
        return
    words = f"ROC curves of class {name}; area under the curve: {areas}"
    chart_section(
        f"ROC curves of {name}, and the areas below them",
        charts.roc(one),
        words,
        "roc",
        height="24rem",
    )
    with ui.expansion("As a table").classes("full"):
        steps = [at / 10 for at in range(11)]
        heads = ("False positives", *charts.SIDES.values())
        lines = [
            [percent(x), *(percent(height(one[side]["roc"], x)) for side in charts.SIDES)]
            for x in steps
        ]
        plain_table(heads, lines, f"True positives of class {name} by false positives")


def height(curve: Sequence[Sequence[float]], x: float) -> float | None:
    """The height of a curve at `x`, interpolated; None before its first point.

    Args:
        curve: Its points (x, y), ordered by x.
        x: The place.
    """
    before = [point for point in curve if point[0] <= x]
    after = [point for point in curve if point[0] > x]
    if not before:
        return None
    left = before[-1]
    if not after:
        return left[1]
    right = after[0]
    return left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])


def _by_confidence(model: Model) -> None:
    """Show precision, recall and coverage against confidence, for original and release."""
    with ui.element("div").classes("stack"):
        heading("Precision and recall against confidence", "by-confidence", 3)
        with ui.element("div").classes("halves"):
            for side, name in BOTH.items():
                words = f"{name}: precision, recall and coverage of predictions at least so sure"
                with ui.element("div").classes("stack tight"):
                    ui.label(name).classes("strong")
                    Chart(charts.by_confidence(model[side]), words, "20rem")
        with ui.expansion("As a table").classes("full"):
            parts = ("precision", "recall", "coverage")
            heads = (
                "Confidence",
                *(f"{BOTH[side]}: {part}" for side in BOTH for part in parts),
            )
            both = zip(*(model[side]["by_confidence"] for side in BOTH), strict=True)
            lines = [
                [percent(pair[0]["threshold"]), *(_dash(at[part]) for at in pair for part in parts)]
                for pair in both
            ]
            plain_table(heads, lines, "Precision, recall and coverage by confidence")


def _matrices(classes: Sequence[str | None], model: Model) -> None:
    """Show which class is predicted as which, if the result says it."""
    if "confusion" not in model["released"]:
        return
    with ui.element("div").classes("stack"):
        heading("Who is taken for whom", "confusion", 3)
        with ui.element("div").classes("halves"):
            for side, name in BOTH.items():
                counts = model[side]["confusion"]
                many = min(len(classes), charts.MOST_CLASSES)
                tall = f"{max(18, 10 + 1.6 * many):.0f}rem"
                with ui.element("div").classes("stack tight"):
                    ui.label(name).classes("strong")
                    words = f"{name}: what records of each class are taken for, in percent"
                    Chart(charts.confusion(classes, counts), words, tall)
        with ui.expansion("As a table").classes("full"), ui.element("div").classes("halves"):
            for side, name in BOTH.items():
                names, matrix = charts.drawable_matrix(classes, model[side]["confusion"])
                lines = [[one, *map(number, line)] for one, line in zip(names, matrix, strict=True)]
                heads = (f"{name}: truly", *(f"taken for {one}" for one in names))
                plain_table(heads, lines, f"{name}: records by true and predicted class")


def _calibration(model: Model) -> None:
    """Show how often predictions are right by how sure they are, if the result says it."""
    options = charts.calibration(model)
    if options is None:
        return
    with ui.element("div").classes("stack tight"):
        words = "How often predictions are right, by how sure they are, original and release"
        chart_section(
            "Can its confidence be trusted?", options, words, "calibration", height="24rem"
        )
        with ui.expansion("As a table").classes("full"):
            lines = [
                [name, number(one["records"]), percent(one["confidence"]), percent(one["right"])]
                for side, name in BOTH.items()
                for one in model[side]["calibration"]
            ]
            heads = ("Learned from", "Records", "How sure", "How often right")
            plain_table(heads, lines, "Calibration")


def _dash(share: float | None) -> str:
    return "–" if share is None else percent(share)
