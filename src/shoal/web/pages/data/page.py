"""The step data."""

from nicegui import ui

from shoal.web.page import story_page
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit


@story_page("data")
async def data(visit: Visit, story: Story) -> None:
    """The page of the step."""
    ui.label(STEPS["data"].purpose)
