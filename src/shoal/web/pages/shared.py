"""The page with what stewards shared: releases for researchers, certificates for everybody."""

import json
from pathlib import Path

from nicegui import ui

from shoal.ledger.workspace import Workspace
from shoal.report.types.certificate import Certificate
from shoal.report.types.sections import HeadlineFacts
from shoal.server import stored
from shoal.server.stored import StoredRun
from shoal.server.users import ROLES, VIEWER, name_of
from shoal.web.assets import STATIC
from shoal.web.explain import explanation, heading
from shoal.web.headline import show_stored_headline
from shoal.web.page import plain_page
from shoal.web.visit import Visit
from shoal.web.words import date_of


@plain_page("/shared", "Shared with you", roles=ROLES)
async def show_shared(visit: Visit) -> None:
    """Show all runs that were shared with the person, the newest first."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/release.css">')
    runs = await visit.call(_runs_with_files)
    with ui.element("div").classes("line wrap"):
        ui.label("Releases that stewards let you have, each with its certificate.")
        explanation("shared")
    if not runs:
        ui.label(
            "Nothing is shared with you yet. A steward shares a run on its page Give."
        ).classes("card empty").mark("nothing-shared")
    for run, steward, files, headline in reversed(runs):
        with ui.element("section").classes("card"):
            _show_run(run, steward, files, headline, visit.person.role)


def _show_run(
    run: StoredRun, steward: str, files: list[str], headline: HeadlineFacts | None, role: str
) -> None:
    """Show one run: who shared it, its headline, and links to what this role may download."""
    recipient = run.body.get("recipient")
    name = recipient.get("name") if recipient else None
    heading(f"From {steward}" + (f", for {name}" if name else ""))
    ui.label(f"made {date_of(run.created)}").classes("quiet small")
    if headline:
        show_stored_headline(headline)
    with ui.element("div").classes("line wrap"):
        if role != VIEWER and any(name.startswith("release.") for name in files):
            _show_link("Download the release", "download", run, "release", False)
            for part in ("nodes", "edges"):
                if any(name.startswith(f"release_{part}.") for name in files):
                    _show_link(f"Download the {part}", "hub", run, part, False)
        for form, text in {"html": "Certificate as a page", "pdf": "Certificate as PDF"}.items():
            if f"certificate.{form}" in files:
                place = f"certificate?format={form}"
                _show_link(text, "workspace_premium", run, place, form == "html")


def _show_link(text: str, icon: str, run: StoredRun, name: str, new_tab: bool) -> None:
    """Show a link to a file of a run; `name` is the end of its address."""
    with ui.link(target=f"/api/v1/runs/{run.id}/{name}", new_tab=new_tab).classes("file"):
        ui.icon(icon).props('aria-hidden="true"')
        ui.label(text)


Shared = tuple[StoredRun, str, list[str], HeadlineFacts | None]


def _runs_with_files(workspace: Workspace, user: str) -> list[Shared]:
    """The runs shared with a user, oldest first: with steward's name, files and headline."""
    return [
        (
            one,
            name_of(workspace, one.owner),
            stored.run_files(workspace, one.owner, one.id),
            _headline(stored.shareable_file(workspace, user, one.id, "certificate.json")),
        )
        for one in stored.shared_runs(workspace, user)
    ]


def _headline(certificate: Path) -> HeadlineFacts | None:
    """The headline of a certificate; None in certificates of earlier versions."""
    found: Certificate = json.loads(certificate.read_text("utf-8"))
    return found.get("headline")
