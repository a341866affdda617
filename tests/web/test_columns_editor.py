import asyncio

from shoal.web.pages.columns.columns_editor import ColumnsEditor

ROLES = ("quasi-identifier", "sensitive", "insensitive")


class FakeStory:
    """The study as the editor sees it, without a server."""

    def __init__(self, **roles):
        self.body = {"columns": {name: {"role": role} for name, role in roles.items()}}

    @property
    def columns(self):
        return self.body["columns"]

    async def change(self, edit):
        edit(self.body)
        return []


def test_undo_leaves_columns_that_the_change_did_not_touch():
    story = FakeStory(age=ROLES[0], sex=ROLES[0])
    editor = ColumnsEditor(None, story, "age")

    async def edit():
        await editor.change("age: sensitive", {"age": {"role": ROLES[1]}})
        story.columns["sex"] = {"role": ROLES[2]}  # in another window meanwhile
        return await editor.undo()

    assert asyncio.run(edit()) == "Undone: age: sensitive"
    assert story.columns == {"age": {"role": ROLES[0]}, "sex": {"role": ROLES[2]}}
