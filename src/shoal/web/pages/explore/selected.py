"""The selected candidate: what it does to each column, and its neighbors."""

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from shoal.engine.lattice import Levels
from shoal.service.candidate_figures import Closely, ColumnLook
from shoal.web.explain import figure, heading
from shoal.web.pages.explore.explorer import Seen
from shoal.web.pages.explore.figures_text import count, count_and_share, percent
from shoal.web.pages.explore.hasse import predecessors
from shoal.web.pages.explore.picture import BEST, WORDS, state_of
from shoal.web.table import plain_table

Choose = Callable[[Levels], Awaitable[None]]


def show_selected(place: ui.element, seen: Seen, choose: Choose) -> None:
    """Show everything about the selected candidate in `place`.

    `choose` gets the levels of a neighbor that is clicked.
    """
    place.clear()
    one = seen.closely
    with place:
        if one is None:
            ui.label("Nothing is known of this candidate.").classes("quiet")
            return
        levels = tuple(one["levels"].values())
        state = BEST if levels == seen.best else state_of(one["accepted"])
        with ui.element("div").classes("line wrap"):
            ui.element("span").classes(f"shape {state}").props('aria-hidden="true"')
            ui.label(WORDS[state].capitalize()).classes("strong")
            ui.label(" ".join(map(str, levels))).classes("mono quiet")
        with ui.element("div").classes("figures tight"):
            figure("Loss", percent(one["loss_normalized"]), "loss")
            gone = count_and_share(one["suppressed_records"], seen.answer["records"])
            figure("Suppressed", gone, "suppressed")
            figure("Smallest class", count(one["smallest_class"]), "explore-smallest")
        _columns(one)
        _neighbors(seen, levels, choose)


def _columns(one: Closely) -> None:
    """Show the level, loss and examples of each column; only levels if the answer has no more."""
    heading("Column by column", "explore-column-loss", 4)
    parts = one.get("columns")
    if parts is None:
        lines = [[name, str(level)] for name, level in one["levels"].items()]
        plain_table(("Column", "Level"), lines, "Levels of the candidate")
        return
    lines = [
        [
            name,
            f"{part['level']}\u00a0of\u00a0{part['height']}",
            percent(part["loss"]),
            _examples(part),
        ]
        for name, part in parts.items()
    ]
    plain_table(("Column", "Level", "Loss", "Looks like"), lines, "What becomes of each column")


def _examples(part: ColumnLook) -> str:
    """Some labels that a column shows, and how many more there are."""
    texts = ["(missing)" if text is None else str(text) for text in part["examples"]]
    more = part["labels"] - len(texts)
    return ", ".join(texts) + (f" and {more:,} more" if more > 0 else "")


def _neighbors(seen: Seen, levels: Levels, choose: Choose) -> None:
    """Show the candidates one step finer and one step coarser, as buttons."""
    lattice, columns = seen.lattice, seen.answer["columns"]
    finer, coarser = list(predecessors(lattice, levels)), list(lattice.successors(levels))
    with ui.expansion(f"Neighbors: {len(finer)} finer, {len(coarser)} coarser"):
        for title, found in (("One step finer", finer), ("One step coarser", coarser)):
            ui.label(title).classes("quiet small")
            with ui.element("div").classes("line wrap"):
                for other in found:
                    _neighbor(_step(columns, levels, other), other, choose)


def _neighbor(text: str, levels: Levels, choose: Choose) -> None:
    async def select() -> None:
        await choose(levels)

    ui.button(text, on_click=select).props("outline dense size=sm")


def _step(columns: Sequence[str], levels: Levels, other: Levels) -> str:
    """The step from one candidate to a neighbor: column, old and new level."""
    at = next(place for place, level in enumerate(levels) if level != other[place])
    return f"{columns[at]} {levels[at]} → {other[at]}"
