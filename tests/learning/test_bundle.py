"""A file with a model against people who mean harm: nothing is executed, nothing is believed."""

import hashlib
import io
import json
import os
import pickle
import subprocess
import sys
import zipfile

import numpy as np
import polars as pl
import pytest
import skops.io

from shoal.data.schema import column_types
from shoal.errors import DataError
from shoal.learning import learning_models
from shoal.learning.bundle import document_of, read_bundle, write_bundle
from shoal.learning.encoding import Encoded, Encoding
from shoal.learning.labeling import Labeling
from shoal.learning.predictor import Predictor, train

MANIFEST, PREPROCESSING, MODEL = "manifest.json", "preprocessing.json", "model.skops"
TABLE = pl.DataFrame({"city": ["Ulm", "Ulm", "Bonn", "Bonn"] * 5})


def predictor(name="logistic-regression"):
    """The cheap live in Ulm."""
    model = learning_models.build({"model": name})
    string = column_types.build({"type": "string"})
    encoding = Encoding.of(
        [Encoded("city", string, None, middles=False)], {"city": TABLE["city"]}, model.layout
    )
    labels = np.array([0, 0, 1, 1] * 5)
    estimator = train(model, encoding, {"city": TABLE["city"]}, labels, 0)
    labeling = Labeling("city", "as-is", {"type": "string"})
    return Predictor("cost", ("low", "high"), (labeling,), encoding, estimator, not model.weighted)


@pytest.fixture
def bundle(tmp_path):
    write_bundle(predictor(), {}, tmp_path / "model.shoal")
    return tmp_path / "model.shoal"


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sealed(path, changes, *, manifest=None):
    """A bundle with other parts, whose manifest is right about them: what an attacker would do."""
    parts = {**parts_of(path), **changes}
    told = json.loads(parts[MANIFEST]) | (manifest or {})
    told["parts"] = {
        name: {"bytes": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}
        for name in (PREPROCESSING, MODEL)
    }
    parts[MANIFEST] = json.dumps(told).encode()
    return packed(path.with_name("attack.shoal"), parts)


def packed(path, parts, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def document(path, **changes):
    """The preprocessing with some keys of its column changed."""
    found = json.loads(parts_of(path)[PREPROCESSING])
    found["transformation"]["columns"]["city"] |= changes
    return {PREPROCESSING: json.dumps(found).encode()}


def test_the_file_is_read_back_as_it_was(bundle):
    assert read_bundle(bundle).predict(TABLE).equals(predictor().predict(TABLE))


def test_every_byte_counts(bundle):
    """Whichever byte is changed, the model is refused or the very same."""
    content, expected = bundle.read_bytes(), predictor().confidences(TABLE)
    rng, refused = np.random.default_rng(0), 0
    for place in rng.choice(len(content), 60, replace=False):
        changed = bytearray(content)
        changed[place] ^= 0x5A
        (bundle.parent / "changed.shoal").write_bytes(changed)
        try:
            found = read_bundle(bundle.parent / "changed.shoal").confidences(TABLE)
        except DataError:
            refused += 1
        else:
            assert np.array_equal(found, expected)
    assert refused > 30


@pytest.mark.parametrize(
    "name", ["../evil.py", "/etc/passwd", "model.skops/../x", "C:\\x", "manifest.json/", "./a"]
)
def test_other_places_are_refused(bundle, name):
    before = sorted(bundle.parent.iterdir())
    attack = packed(bundle.with_name("attack.shoal"), {**parts_of(bundle), name: b"x"})
    with pytest.raises(DataError, match="expected its three parts"):
        read_bundle(attack)
    assert sorted(bundle.parent.iterdir()) == sorted([*before, attack])


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_that_is_there_twice_is_refused(bundle):
    attack = bundle.with_name("attack.shoal")
    with zipfile.ZipFile(attack, "w") as archive:
        for name, content in [*parts_of(bundle).items(), (MODEL, b"other")]:
            archive.writestr(name, content)
    with pytest.raises(DataError, match="expected its three parts"):
        read_bundle(attack)


def test_a_part_that_would_become_huge_is_refused(bundle):
    attack = sealed(bundle, {PREPROCESSING: b" " * (1 << 26)})
    assert attack.stat().st_size < 1 << 20
    with pytest.raises(DataError, match="far larger than it is"):
        read_bundle(attack)


def test_a_model_that_would_become_huge_is_refused(bundle):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", b" " * (1 << 26))
    with pytest.raises(DataError, match="far larger than it is"):
        read_bundle(sealed(bundle, {MODEL: inner.getvalue()}))


def test_a_size_that_is_a_lie_is_refused(bundle):
    content = bundle.read_bytes()
    place = content.rindex(b"PK\x01\x02")  # the last entry of the directory: its size is at 24
    lie = content[: place + 24] + (1 << 20).to_bytes(4, "little") + content[place + 28 :]
    (bundle.parent / "lie.shoal").write_bytes(lie)
    with pytest.raises(DataError, match="is refused"):
        read_bundle(bundle.parent / "lie.shoal")


class Harm:
    """Unpickled, it makes a folder."""

    def __reduce__(self):
        return os.mkdir, ("harm",)


@pytest.fixture
def harmless(tmp_path, monkeypatch):
    """A folder in which nothing may appear."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    yield
    assert not any(home.iterdir())


@pytest.mark.usefixtures("harmless")
def test_a_pickle_is_no_model(bundle):
    pickled = bundle.with_name("pickled.shoal")
    pickled.write_bytes(pickle.dumps(Harm()))
    with pytest.raises(DataError, match="no complete archive"):
        read_bundle(pickled)
    with pytest.raises(DataError, match="its model cannot be read"):
        read_bundle(sealed(bundle, {MODEL: pickle.dumps(Harm())}))


@pytest.mark.usefixtures("harmless")
def test_an_array_of_pickles_inside_the_model_is_not_opened(bundle):
    inner = parts_of_bytes(parts_of(bundle)[MODEL])
    arrays = [name for name in inner if name.endswith(".npy")]
    file = io.BytesIO()
    np.save(file, np.array([Harm()], dtype=object), allow_pickle=True)
    attack = inner | dict.fromkeys(arrays, file.getvalue())
    with pytest.raises(DataError, match="its model cannot be read"):
        read_bundle(sealed(bundle, {MODEL: packed_bytes(attack)}))


@pytest.mark.usefixtures("harmless")
@pytest.mark.parametrize("evil", [os.mkdir, subprocess.Popen, eval, pickle.loads, Harm])
def test_types_and_functions_that_are_not_listed_are_refused(bundle, evil):
    attack = sealed(bundle, {MODEL: skops.io.dumps({"model": evil})})
    with pytest.raises(DataError, match="1 type that is not trusted"):
        read_bundle(attack)


@pytest.mark.usefixtures("harmless")
def test_a_listed_name_does_not_open_the_door_to_others(bundle):
    """The file says which class it wants: every name in it is looked at, also inside others."""
    inner = parts_of_bytes(parts_of(bundle)[MODEL])
    schema = json.loads(inner["schema.json"])
    schema["content"] |= {"__class__": "system", "__module__": "os"}
    attack = inner | {"schema.json": json.dumps(schema).encode()}
    with pytest.raises(DataError, match="is refused"):
        read_bundle(sealed(bundle, {MODEL: packed_bytes(attack)}))


def parts_of_bytes(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed_bytes(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "builder", "builder": {"builder": "file", "path": "/etc/passwd"}},
        {"kind": "secret"},
        {"unseen": "guess"},
        {"type": {"type": "nothing"}},
        {"surprise": 1},
        {"missing": 3},
    ],
)
def test_preprocessing_that_nobody_wrote_is_refused(bundle, changes):
    with pytest.raises(DataError):
        read_bundle(sealed(bundle, document(bundle, **changes))).confidences(TABLE)


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b"{", b"[]", b"null", b"\xff\xfe", b'{"a": NaN}']
)
def test_preprocessing_that_is_no_document_is_refused(bundle, content):
    with pytest.raises(DataError, match="is refused"):
        read_bundle(sealed(bundle, {PREPROCESSING: content}))


def test_a_document_that_cannot_be_read_is_not_shown(bundle):
    with pytest.raises(DataError, match="is refused"):
        document_of(sealed(bundle, {PREPROCESSING: b"[" * 100_000}))


def test_a_model_for_another_matrix_is_refused(bundle):
    other = json.loads(parts_of(bundle)[PREPROCESSING])
    other["model"]["encoding"][0]["categories"] += ["Kiel"]
    with pytest.raises(DataError, match="does not fit its preprocessing"):
        read_bundle(sealed(bundle, {PREPROCESSING: json.dumps(other).encode()}))
    other["model"]["encoding"][0]["categories"].pop()
    other["model"]["classes"].pop()
    with pytest.raises(DataError, match="does not fit its preprocessing"):
        read_bundle(sealed(bundle, {PREPROCESSING: json.dumps(other).encode()}))


@pytest.mark.parametrize("version", [0, 2, "1", None, [1]])
def test_other_versions_are_refused(bundle, version):
    with pytest.raises(DataError, match="is refused: it has version"):
        read_bundle(sealed(bundle, {}, manifest={"version": version}))


def test_reading_loads_no_pickled_code_path(bundle):
    """Nothing that reads a model imports pickle's loader under another name."""
    code = (
        "import sys, pickle, pathlib\n"
        "def refuse(*_, **__): raise SystemExit('unpickled')\n"
        "from shoal.learning.bundle import read_bundle\n"
        "import skops.io, joblib\n"
        "pickle.load = pickle.loads = pickle.Unpickler = joblib.load = refuse\n"
        "read_bundle(pathlib.Path(sys.argv[1]))"
    )
    subprocess.run([sys.executable, "-c", code, str(bundle)], check=True)
