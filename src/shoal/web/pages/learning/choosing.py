"""The settings of an evaluation: the columns to predict, the columns to predict from, scaling."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.errors import ShoalError
from shoal.report.numbers import count_of
from shoal.server.stored.column_values import column_values
from shoal.web.explain import explanation, heading
from shoal.web.labels import with_label
from shoal.web.pages.learning import scaling, settings
from shoal.web.pages.learning.evaluate_editor import EvaluateEditor

Changed = Callable[[], Awaitable[None]]
MANY = 12  # with more columns, there is a search field


class Targets:
    """The columns to predict."""

    def __init__(self, editor: EvaluateEditor) -> None:
        self._editor = editor
        options = list(dict.fromkeys([*settings.release_columns(editor.body), *editor.targets]))
        heading("What is predicted", "learning-target", 3)
        self._choice = ui.select(
            options, label="Columns to predict", multiple=True, value=editor.targets,
            with_input=len(options) > MANY,
        )  # fmt: skip
        self._choice.props("use-chips options-dense hide-bottom-space").classes("field")
        self._choice.mark("targets").on_value_change(self._change)
        proposed = settings.proposal(editor.body)
        self._proposal = ui.element("div").classes("line wrap")
        if proposed is not None and not editor.targets:
            with self._proposal:
                ui.label("No column is marked as a target in this study.").classes("quiet")
                ui.button(f"Predict {proposed}", on_click=lambda: self._take(proposed)).props(
                    "outline dense no-caps"
                ).mark("proposal")
        editor.tell("targets", self._tell)

    def _take(self, name: str) -> None:
        self._choice.value = [name]
        self._proposal.clear()

    async def _change(self) -> None:
        """Store the chosen columns; if none is chosen, those that the study marks are used."""
        chosen = list(self._choice.value)
        if not chosen and settings.default_targets(self._editor.body):
            self._choice.value = settings.default_targets(
                self._editor.body
            )  # used if no column is chosen
            return
        await self._editor.put("targets", chosen)

    def _tell(self, sentences: list[str]) -> None:
        self._choice.error = " ".join(sentences) or None


class Features:
    """The columns to predict from: a checkbox for each released column, a scaling for numbers."""

    def __init__(self, editor: EvaluateEditor) -> None:
        self._editor = editor
        self._names = settings.release_columns(editor.body)
        with ui.element("div").classes("line wrap"):
            heading("What it is predicted from", "learning-features", 3)
            self._count = ui.label().classes("quiet small")
            ui.element("span").classes("grow")
            ui.button("All", on_click=self._all).props("flat dense no-caps")
            ui.button("None", on_click=self._none).props("flat dense no-caps")
        if len(self._names) > MANY:
            find = ui.input("Find a column").props("clearable debounce=200").classes("field")
            find.on_value_change(lambda: self._find(find.value or ""))
        with ui.element("div").classes("features").props('role="group"') as place:
            with_label(place, "Columns to predict from")
            self._lines = {name: FeatureLine(editor, name, self.change) for name in self._names}
        self._wrong = ui.element("div").classes("bad small").props('role="alert"')
        editor.tell("features", self._tell)
        editor.tell("scaling", self._tell_scaling)
        editor.when_changed(self._follow)
        self._show()

    async def _follow(self) -> None:
        self._show()

    def _show(self) -> None:
        """Tick the columns that are used; a column that is the only target cannot be ticked."""
        chosen, targets = self._editor.features, self._editor.targets
        for name, line in self._lines.items():
            line.show(name in chosen, name in targets and len(targets) == 1)
        self._count.text = f"{len(chosen):,} of {count_of(len(self._names), 'column')}"

    async def change(self) -> None:
        """Store the columns that are ticked, in the order of the release; refuse to store none."""
        ticked = [name for name in self._names if self._lines[name].is_chosen]
        if ticked:
            await self._editor.put("features", ticked)
            return
        self._tell(["Tick at least one column; with none, all would be taken."])

    async def _all(self) -> None:
        """Use all columns of the release but the targets, which is what no setting means."""
        await self._editor.put("features", None)

    async def _none(self) -> None:
        """Untick all columns; nothing is stored before one is ticked."""
        for line in self._lines.values():
            line.show(False, line.is_target)
        await self.change()

    def _find(self, text: str) -> None:
        for name, line in self._lines.items():
            line.place.set_visibility(text.lower() in name.lower())

    def _tell(self, sentences: list[str]) -> None:
        self._wrong.clear()
        with self._wrong:
            for sentence in sentences:
                ui.label(sentence)

    def _tell_scaling(self, sentences: list[str]) -> None:
        for name, line in self._lines.items():
            line.complain(settings.about_column(sentences, name))


class FeatureLine:
    """One column to predict from; `changed` is called when a person ticks or unticks it."""

    def __init__(self, editor: EvaluateEditor, name: str, changed: Changed) -> None:
        self._editor, self._name, self._quiet = editor, name, False
        self._numbers: list[float] | None = None
        self.is_target = False
        keys = editor.story.columns[name]
        with ui.element("div").classes("feature") as self.place:
            self._box = ui.checkbox(name, on_change=self._tick)
            self._kind = ui.label().classes("quiet small")
            self._about = f"{keys.get('type', 'text')}, {keys.get('role', '')}"
            self._scaling: ui.input | None = None
            if settings.is_numeric(editor.body, name):
                self._scale()
        self._changed = changed

    @property
    def is_chosen(self) -> bool:
        """Whether it is ticked."""
        return bool(self._box.value)

    def show(self, chosen: bool, is_target: bool) -> None:
        """Tick or untick the column, or say that it is predicted itself.

        `changed` is not called.
        """
        self.is_target = is_target
        self._quiet = True
        self._box.value = chosen and not is_target
        self._quiet = False
        self._box.set_enabled(not is_target)
        self._kind.text = "is predicted" if is_target else self._about

    def _tick(self) -> Awaitable[None] | None:
        """Pass on a tick by a person.

        A tick that `show` sets is ignored, which is decided at once.
        """
        return None if self._quiet else self._changed()

    def _scale(self) -> None:
        """Show the field for the expression that scales the numbers of the column."""
        given = (self._editor.section.get("scaling") or {}).get(self._name, "")
        with ui.element("div").classes("scaling"), ui.element("div").classes("line"):
            self._scaling = ui.input(
                f"Scaling of {self._name}", value=given, autocomplete=list(scaling.USUAL)
            )
            self._scaling.props("debounce=400 hide-bottom-space clearable").classes("field grow")
            self._scaling.props["hint"] = scaling.NONE
            self._scaling.on_value_change(self._rescale)
            explanation("scaling")
        if given:
            ui.timer(0.1, self._tell_effect, once=True)

    async def _rescale(self) -> None:
        """Store the expression that was typed; an empty one takes it out."""
        text = str((self._scaling and self._scaling.value) or "").strip()
        known = dict(self._editor.section.get("scaling") or {})
        known.pop(self._name, None)
        await self._editor.put("scaling", known | ({self._name: text} if text else {}))
        if not scaling.problem(text):
            await self._tell_effect()

    async def _tell_effect(self) -> None:
        """Show what the expression does to the smallest, middle and largest number."""
        if self._scaling is None:
            return
        if self._numbers is None:
            try:
                values = await self._editor.visit.call(column_values, self._editor.body, self._name)
                self._numbers = scaling.examples(values)
            except ShoalError as error:
                self.complain(list(error.problems))
                return
        effect = scaling.effect(str(self._scaling.value or ""), self._numbers)
        self._scaling.props["hint"] = effect
        self.complain([effect] if effect.startswith(scaling.LOST) else [])

    def complain(self, sentences: list[str]) -> None:
        """Show problems at the field of the scaling."""
        if self._scaling is not None:
            self._scaling.error = " ".join(sentences) or None
