"""Keys appear nowhere: not in a run, not beside it, not on the screen, not in an error."""

import base64
import logging
import traceback
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.main import app
from shoal.pipeline.prepare.replacing import replacement_of
from shoal.study.study import Study

SECRET = bytes.fromhex("c0ffee71d95b02e84f3a16cd87209eb453fd0a6c91e7b8254d1fa2360cb99e48")
CANARY = "7734512"  # a patient's number
STUDY = """data: visits.csv
columns:
  mrn:
    role: identifier
    pseudonym: {method: %s, domain: patients, key: keys/p.key, mapping: keys/p.map}
  ward: {role: quasi-identifier, hierarchy: {builder: suppression}}
  seen: {role: insensitive, type: date, shift: {days: 30, domain: patients, key: keys/p.key}}
person: mrn
privacy: [{model: k-anonymity, k: 2}]
acknowledge: ["shifted-date:seen", "near-unique:seen"]
"""


def forms(secret):
    """Every usual way to write a key down, and its parts."""
    whole = [secret, secret.hex().encode(), secret.hex().upper().encode()]
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret), base64.b32encode(secret)]
    parts = [secret[:12], secret[-12:], secret.hex()[:20].encode(), secret.hex()[-20:].encode()]
    spelled = [repr(secret).encode(), repr(list(secret)).encode()]
    return [*whole, *(code.rstrip(b"=") for code in encoded), *parts, *spelled]


def holds_the_key(content, secret=SECRET):
    lowered = content.lower()
    return any(form in content or form.lower() in lowered for form in forms(secret))


@pytest.mark.parametrize("form", range(len(forms(SECRET))))
def test_the_canary_is_seen_in_every_form(form):
    assert holds_the_key(b"x" + forms(SECRET)[form] + b"x")
    assert not holds_the_key(b"nothing of the kind" * 100)


@pytest.fixture(params=["keyed-hash", "surrogate", "token"])
def folder(tmp_path, request):
    people = [CANARY, *(f"{n:07}" for n in range(1000, 1040))]
    table = pl.DataFrame({"mrn": people, "ward": [f"{n % 2}" for n in range(41)]})
    table.with_columns(seen=pl.lit("2020-01-31")).write_csv(tmp_path / "visits.csv")
    (tmp_path / "study.yaml").write_text(STUDY % request.param)
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "p.key").write_text(SECRET.hex())
    (tmp_path / "keys" / "p.key").chmod(0o600)
    return tmp_path


def everything_in(folder):
    """All files but the key itself and the input."""
    known = {folder / "keys" / "p.key", folder / "visits.csv"}
    return [path for path in folder.rglob("*") if path.is_file() and path not in known]


@pytest.fixture
def says(folder, monkeypatch, caplog):
    """What a command answers: its exit code, and all that it shows or logs."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SHOAL_WORKSPACE", str(folder / "workspace"))
    monkeypatch.setenv("SHOAL_DEBUG", "1")
    caplog.set_level(logging.DEBUG)

    def answer(*words):
        done = CliRunner().invoke(app, words)
        return done.exit_code, f"{done.output}{done.stderr}{caplog.text}".encode()

    return answer


def test_the_key_is_in_no_file_and_on_no_screen(folder, says):
    said = [says("check", "study.yaml"), says("run", "study.yaml"), says("verify", "run")]
    assert [code for code, _ in said] == [0, 0, 0], said
    files = everything_in(folder)
    assert {"draft.csv", "summary.json", "report.html", "study.yaml", "p.map"} <= {
        path.name for path in files
    }
    assert not any(holds_the_key(path.read_bytes()) for path in files)
    assert not any(holds_the_key(output) for _, output in said)
    for path in (folder / "run").rglob("*"):
        assert CANARY.encode() not in path.read_bytes(), path


def broken(folder):
    """A key that cannot be used, a mapping of another one, a run that is refused."""
    key = folder / "keys" / "p.key"
    key.chmod(0o644)
    yield "run"
    key.chmod(0o600)
    key.write_text(SECRET.hex()[:62])
    yield "run"
    key.write_text(f"key={SECRET.hex()}")
    yield "run"
    key.write_text(SECRET.hex())
    (folder / "keys" / "p.map").write_bytes(b"shoal mapping 1\nnone")
    yield "run"
    study = (folder / "study.yaml").read_text()
    (folder / "study.yaml").write_text(study.replace("keys/p.key", SECRET.hex()))
    yield "check"


def test_errors_never_show_the_key(folder, says):
    for word in broken(folder):
        code, output = says(word, "study.yaml")
        assert code == 2, output
        assert not holds_the_key(output)
        assert CANARY.encode() not in output


def test_tracebacks_with_all_variables_never_show_the_key(folder):
    study = shoal.read_study(folder / "study.yaml")
    replacement = replacement_of(study, "mrn")
    (folder / "keys" / "p.map").write_bytes(b"shoal mapping 1\n" + bytes(100))
    try:
        replacement.pseudonyms(pl.Series(["7654321"]))
    except shoal.DataError as error:
        shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    text = "".join(shown.format()) + repr(replacement) + repr(study)
    assert "<Key>" in text
    assert not holds_the_key(text.encode())


def test_the_run_can_be_repeated_from_its_own_study(folder):
    shoal.run(shoal.read_study(folder / "study.yaml"), folder / "run")
    again = shoal.read_study(folder / "run" / "study.yaml")
    assert Path(again.columns["mrn"].pseudonym.key) == (folder / "keys" / "p.key").resolve()
    keys = {"acknowledge": (*again.acknowledge, "earlier-release:*")}
    assert isinstance(again.model_copy(update=keys), Study)
