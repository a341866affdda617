"""The recipient of the release, with the profile that some methods ask for."""

from collections.abc import Sequence
from typing import TypedDict

from shoal.server.stored.study_keys import GroupKeys, ProfileKeys, RecipientKeys, without
from shoal.web.explain import heading
from shoal.web.forms import Form, Schema
from shoal.web.pages.promises.parts import NotKept, Part

GROUP: Schema = {
    "type": "object",
    "required": ["name", "columns"],
    "properties": {
        "name": {"type": "string"},
        "columns": {"type": "array", "items": {"type": "string"}},
        "trust": {"enum": ["none", "partial", "full"], "type": "string", "default": "none"},
        "bin_size": {"anyOf": [{"type": "integer", "minimum": 2}, {"type": "null"}]},
    },
}
SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": ""},
        "groups": {"type": "array", "items": GROUP, "default": []},
        "drop": {"type": "array", "items": {"type": "string"}, "default": []},
    },
}
MEANINGS = {
    "name": "Whose profile it is; empty if all quasi-identifiers are linked.",
    "groups": "Columns that the recipient could know together, and how much you trust them: with"
    " no trust all such groups are linked, with partial trust each by itself, with full none.",
    "drop": "Columns that this recipient does not get.",
}


class NamedGroup(GroupKeys, total=False):
    """A group of columns with its name beside its keys."""

    name: str


class Filled(TypedDict, total=False):
    """The value of the form: a list of groups, since a form has no keys that people choose."""

    name: str
    groups: list[NamedGroup]
    drop: Sequence[str]


def form_value(key: RecipientKeys | None) -> Filled:
    """The profile of a study's recipient, as the form holds it; empty if the study names none."""
    if not key:
        return {}
    name = key.get("name", "")
    profile = key.get("profiles", {}).get(name, {})
    groups: list[NamedGroup] = [
        {"name": group, **given} for group, given in profile.get("groups", {}).items()
    ]
    return {"name": name, "groups": groups, "drop": list(profile.get("drop", ()))}


def key_of(form: Filled) -> RecipientKeys | None:
    """The study's key for the value of the form; None if nobody is named."""
    if not form.get("name"):
        return None
    profile: ProfileKeys = {
        "groups": {one.get("name", ""): without(one, "name") for one in form.get("groups", ())}
    }
    if form.get("drop"):
        profile["drop"] = form["drop"]
    return {"name": form["name"], "profiles": {form["name"]: profile}}


class Profile(Part):
    """The part about the recipient."""

    def show(self) -> None:
        """Show the form."""
        heading("Recipient", "recipient", 3)
        given = form_value(self._editor.body.get("recipient"))
        Form(SCHEMA, given, self._keep, columns=self._editor.columns, meanings=MEANINGS)
        NotKept(self._editor, "recipient")

    async def _keep(self, value: Filled) -> list[str]:
        await self._editor.put("recipient", key_of(value))
        return []
