"""Presets: documented settings for three common cases, and cards that fill them into the study."""

from collections.abc import Mapping
from dataclasses import dataclass

from nicegui import ui

from shoal.server.stored.study_keys import StoredColumn, StoredKeys, remove_keys
from shoal.study.keys.plain import Settings
from shoal.web.pages.promises.parts import Part, foldable_part
from shoal.web.problems import show_problems


@dataclass(frozen=True)
class Preset:
    """Settings for a kind of release.

    Attributes:
        title: When to use it.
        k: The smallest class.
        l: How many values of each sensitive column a class has; 0 for no such promise.
        t: How far each sensitive column may be from the table; 0 for no such promise.
        limit: The share of records that may be suppressed, from 0 to 1.
        months: After how many months to review the release.
        why: What that means, one sentence each.
    """

    title: str
    k: int
    l: int
    t: float
    limit: float
    months: int
    why: tuple[str, ...]


PRESETS = {
    "open": Preset(
        "Publish openly",
        11, 0, 0.2, 0.05, 12,
        (
            "k = 11: a guess is right at most one time in eleven (9%). The American Medicare"
            " agency publishes no cell with fewer than 11 people, either.",
            "t = 0.2 for each sensitive column: what a class tells about its members hardly"
            " differs from the table.",
            "Up to 5% of the records may be left out, so that unusual people do not make all"
            " others coarse.",
            "Reviewed after 12 months: others may know more by then.",
        ),
    ),
    "partner": Preset(
        "Share with a partner",
        5, 3, 0, 0.05, 12,
        (
            "k = 5: a guess is right at most one time in five (20%), usual where a contract"
            " forbids to try.",
            "l = 3 for each sensitive column, by entropy: no class gives a value away.",
            "Up to 5% of the records may be left out.",
            "Reviewed after 12 months.",
        ),
    ),
    "internal": Preset(
        "Internal use",
        3, 2, 0, 0.02, 24,
        (
            "k = 3: nobody stands out by accident, among colleagues who are bound by rules.",
            "l = 2 different values of each sensitive column in every class.",
            "Up to 2% of the records may be left out.",
            "Reviewed after 24 months.",
        ),
    ),
}  # fmt: skip


def fill_in(body: StoredKeys, preset: Preset) -> None:
    """Put the settings of a preset into a study; changes `body`.

    Columns, subset and output stay; method, recipient, quality, search and recoding go.
    """
    remove_keys(body, "method", "recipient", "quality", "search", "recoding")
    body["privacy"] = promises_of(preset, body.get("columns", {}))
    body["suppression_limit"] = preset.limit
    body["review_months"] = preset.months
    if preset.months == USUAL_MONTHS:
        del body["review_months"]


USUAL_MONTHS = 12


def promises_of(preset: Preset, columns: Mapping[str, StoredColumn]) -> list[Settings]:
    """The promises of a preset: one about everybody, one about each sensitive column."""
    promises: list[Settings] = [{"model": "k-anonymity", "k": preset.k}]
    for name, keys in columns.items():
        if keys.get("role") != "sensitive":
            continue
        if preset.t:
            promises.append({"model": "t-closeness", "column": name, "t": preset.t})
        elif preset.l > PLAIN:
            promises.append({"model": "entropy-l-diversity", "column": name, "l": preset.l})
        else:
            promises.append({"model": "distinct-l-diversity", "column": name, "l": preset.l})
    return promises


PLAIN = 2  # up to this l, distinct values are counted; above, entropy is used


class Newcomers(Part):
    """A card for each preset."""

    def show(self) -> None:
        """Show the part, closed at first."""
        hint = "Settings for three common cases, with reasons"
        with foldable_part("New here? Begin with a preset", "presets", hint):
            with ui.element("div").classes("presets"):
                for name, preset in PRESETS.items():
                    self._card(name, preset)
            self._message = ui.element("div")

    def _card(self, name: str, preset: Preset) -> None:
        with ui.element("div").classes("box stack preset"):
            ui.label(preset.title).props('role="heading" aria-level="3"').classes("h3")
            with ui.element("ul").classes("small"):
                for sentence in preset.why:
                    with ui.element("li"):
                        ui.label(sentence)
            promises = promises_of(preset, self._editor.body.get("columns", {}))
            ui.label(f"Here: {', '.join(map(_short, promises))}.").classes("quiet small")
            button = ui.button("Fill in", on_click=lambda: self._fill_in(preset))
            button.props("outline").mark(f"preset-{name}")
            button.props["aria-label"] = f"Fill in: {preset.title}"

    async def _fill_in(self, preset: Preset) -> None:
        """Store a preset, and load the page again; changes that wait are dropped."""
        self._message.clear()
        self._editor.waiting.clear()
        problems = await self._editor.change("preset", lambda body: fill_in(body, preset))
        self._editor.waiting.pop("preset", None)
        if problems:
            with self._message:
                show_problems(problems)
            return
        ui.navigate.reload()


def _short(promise: Settings) -> str:
    """A promise in short: model, column, parameters."""
    about = f" of {promise['column']}" if "column" in promise else ""
    rest = [f"{key} = {value}" for key, value in promise.items() if key not in {"model", "column"}]
    return f"{promise['model']}{about} ({', '.join(rest)})"
