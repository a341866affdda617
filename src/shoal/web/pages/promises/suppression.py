"""How many records may be suppressed: a slider, and a field for the exact number."""

from decimal import Decimal, InvalidOperation

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.web.pages.promises.parts import NotKept, Part, part
from shoal.web.slide import Slide

LABEL = "Suppression limit in percent"


def share_of(percent: object) -> float | str | None:
    """The share for a percentage, from 0 to 1; None if the text is not a number.

    A share that a float cannot hold exactly is returned as text.
    """
    try:
        share = Decimal(str(percent).strip().replace("%", "")) / 100
    except InvalidOperation:
        return None
    return float(share) if Decimal(repr(float(share))) == share else str(share.normalize())


def percent_of(share: object) -> float:
    """A share as a percentage."""
    return float(Decimal(str(share or 0)) * 100)


class Suppression(Part):
    """The part about the suppression limit."""

    def show(self) -> None:
        """Show the part."""
        hint = "Leaving out a few records that nobody looks like keeps all others more precise."
        now = percent_of(self._editor.body.get("suppression_limit"))
        with part("suppression", "Suppression limit", "suppression limit", hint):
            with ui.element("div").classes("limit"):
                Slide(LABEL, (0, 100, 1), self._move, self._rest).show(round(now))
                self._number = ui.input("Percent of records", value=f"{now:g}")
                self._number.props("outlined dense type=number step=any debounce=500")
                self._number.props("hide-bottom-space").classes("field")
            self._message = ui.label().classes("means").props('role="status"')
            NotKept(self._editor, "suppression_limit")
        self._show_limit(self._editor.body.get("suppression_limit") or 0)
        self._number.on_value_change(lambda event: self._keep(event.value))

    async def _move(self, percent: float) -> None:
        """Show what a limit means while the slider moves; nothing is stored yet."""
        self._show_limit(percent / 100)

    async def _rest(self, percent: float) -> None:
        """Put the value of the slider into the field, which stores it."""
        self._number.set_value(f"{percent:g}")

    async def _keep(self, percent: object) -> None:
        """Store the limit that the field shows, unless it is no number or the same as before."""
        share = share_of(percent)
        if share is None or share == (self._editor.body.get("suppression_limit") or 0):
            return
        problems = await self._editor.put("suppression_limit", share or None)
        self._number.error = " ".join(problems) or None
        self._show_limit(share)

    def _show_limit(self, share: float | str) -> None:
        """Show how many records of the table a limit, as a share, lets go."""
        records = self._editor.facts.records
        most = int(Decimal(str(share)) * records)
        self._message.text = (
            f"For this table, at most {most:,} of {count_of(records, 'record')} left out."
            if float(share)
            else "No record is left out; one that nobody looks like makes all others coarser."
        )
