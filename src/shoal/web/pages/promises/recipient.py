"""Who gets the release: a profile says what a method takes as linked (only methods ask for it)."""

from collections.abc import Mapping
from typing import Any

from shoal.web.explain import heading
from shoal.web.forms import Form
from shoal.web.pages.promises.desk import Desk
from shoal.web.pages.promises.parts import NotKept

GROUP = {
    "type": "object",
    "required": ["name", "columns"],
    "properties": {
        "name": {"type": "string"},
        "columns": {"type": "array", "items": {"type": "string"}},
        "trust": {"enum": ["none", "partial", "full"], "type": "string", "default": "none"},
        "bin_size": {"anyOf": [{"type": "integer", "minimum": 2}, {"type": "null"}]},
    },
}
SCHEMA: dict[str, Any] = {
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


def shown(key: object) -> dict[str, Any]:
    """The profile of a study's recipient, as the form holds it."""
    if not isinstance(key, Mapping):
        return {}
    name = str(key.get("name", ""))
    profile = (key.get("profiles") or {}).get(name) or {}
    groups = [{"name": group, **given} for group, given in (profile.get("groups") or {}).items()]
    return {"name": name, "groups": groups, "drop": list(profile.get("drop", ()))}


def key_of(form: Mapping[str, Any]) -> dict[str, Any] | None:
    """The study's key from what the form holds; None where nobody is named."""
    if not form.get("name"):
        return None
    groups = {
        str(one.get("name", "")): {key: one[key] for key in one if key != "name"}
        for one in form.get("groups", ())
    }
    dropped = {"drop": form["drop"]} if form.get("drop") else {}
    return {"name": form["name"], "profiles": {form["name"]: {"groups": groups, **dropped}}}


class Profile:
    """The recipient of the study."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def show(self) -> None:
        """The form."""
        heading("Recipient", "recipient", 3)
        given = shown(self._desk.body.get("recipient"))
        Form(SCHEMA, given, self._keep, columns=self._desk.columns, meanings=MEANINGS)
        NotKept(self._desk, "recipient")

    async def _keep(self, value: dict[str, Any]) -> list[str]:
        await self._desk.put("recipient", key_of(value))
        return []
