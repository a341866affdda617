"""The commands that write models, mappings and predictions."""

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("export-model", "a"), "--out"),
        (("export-model", "a"), "--scorer"),
        (("export-mapping", "a"), "--out"),
        (("predict", "a", "b"), "--out"),
        (("predict", "b", "a"), "--out"),
    ],
)
def test_what_a_command_reads_is_not_overwritten(tmp_path, monkeypatch, command, option):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("the only copy")
    done = CliRunner().invoke(app, [*command, option, str(tmp_path / "a")])
    assert done.exit_code == 2
    assert "would be overwritten" in done.stderr
    assert (tmp_path / "a").read_text() == "the only copy"
