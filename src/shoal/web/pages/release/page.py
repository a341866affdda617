"""The step release: what was made, and how it compares with the input."""

from shoal.web.page import story_page
from shoal.web.pages.release.tabs import opened
from shoal.web.story import Story
from shoal.web.visit import Visit


@story_page("release")
async def release(visit: Visit, story: Story) -> None:
    """The page of the step."""
    await opened(visit, story, "release")
