"""Everything that the command line can do, a service can be asked for; exceptions have reasons."""

import pytest
import typer

from shoal.cli.program import app
from shoal.server.actions import ACTIONS

# Commands that are no action, and why.
EXCEPTIONS = {
    "warm-up": "compiles kernels of this computer; workers do so themselves",
    "study import": "takes a file; over REST, an upload to /projects does",
    "serve": "starts the service itself",
    "schema": "tells what files look like; over REST, /schemas does",
    "user add": "says who may use a service; for whoever runs it, at its computer",
    "user list": "as `user add`",
    "user remove": "as `user add`",
    "user token": "as `user add`; over REST a person makes tokens of their own",
}
# Commands that are asked for under another name.
NAMES = {
    "study upgrade": "study-upgrade",
    "ledger withdraw": "ledger-withdraw",
    "ledger show": "ledger-show",
    "ledger account": "ledger-account",
    "ledger forget": "ledger-forget",
    **{
        f"hierarchy {verb}": f"hierarchy-{verb}"
        for verb in ("show", "build", "validate", "unknown", "edit", "export")
    },
}


def commands():
    """The names of all commands, those of groups after their group."""
    group = typer.main.get_command(app)
    for name, command in group.commands.items():
        members = getattr(command, "commands", None)
        if members is None or name == "ledger":  # which lists, too
            yield name
        yield from (f"{name} {member}" for member in members or ())


@pytest.mark.parametrize("name", list(commands()))
def test_every_command_is_an_action(name):
    assert name in EXCEPTIONS or NAMES.get(name, name) in ACTIONS


def test_every_exception_is_a_command():
    assert set(EXCEPTIONS) | set(NAMES) <= set(commands())


def test_every_option_of_a_measuring_command_is_an_argument():
    """Options that only say where a file goes, and how it is shown, are not."""
    shown = {
        "help",
        "json",
        "html",
        "force",
        "quiet",
        "write_study",
        "write_json",
        "file",
        "input",
        "output",
    }
    told = {
        "attacks": "the action `attack`",
        "other": "the action `attack`",
        "pair": "pairs",
        "data": "table",
        "encoding": "the upload",
    }
    group = typer.main.get_command(app)
    for name in ("profile", "risk", "compare", "evaluate", "export-model", "export-mapping"):
        options = {one.name for one in group.commands[name].params} - shown - set(told) - {"out"}
        assert options <= set(ACTIONS[name].arguments.model_fields), name


def test_every_action_says_what_it_does():
    assert all(action.purpose.endswith(".") for action in ACTIONS.values())


def test_what_names_people_is_no_job():
    """Jobs are remembered with their arguments and results."""
    assert ACTIONS["reidentify"].quick
    assert ACTIONS["hierarchy-unknown"].quick
    assert ACTIONS["ledger-forget"].quick
