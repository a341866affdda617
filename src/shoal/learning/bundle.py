"""A trained model in one file that is safe to load (docs/theory/learning.md).

A bundle is a zip archive with three parts: `manifest.json` (version, and the size and SHA-256 of
the others), `preprocessing.json` (how raw records become the model's matrix) and `model.skops` (the
classifier). Nothing in it is ever executed: skops builds only types that are listed here or that it
trusts itself, and a builder that would open a file is refused.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.data.file_system import write_complete
from shoal.errors import DataError, StudyError
from shoal.learning.document import as_document, from_document, refusal
from shoal.learning.libraries import learning_libraries
from shoal.learning.predictor import Predictor
from shoal.version import __version__

FORMAT, VERSION = "shoal-model", 1
MANIFEST, PREPROCESSING, MODEL = "manifest.json", "preprocessing.json", "model.skops"
MOST_BYTES = 1 << 31  # of a part; an archive could claim much more than it holds
FREE_BYTES, MOST_GROWTH = 1 << 24, 200  # larger parts may be at most this many times compressed
TRUSTED = [
    "functools.partial",  # gradient boosting checks its input with one; skops checks its content
    "shoal.learning.margins.Margins",
    "shoal.learning.normal_bayes.NormalBayes",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.tree._tree.Tree",
    "sklearn.utils.validation.check_array",
]
STAMP = (1980, 1, 1, 0, 0, 0)  # a constant: the archive does not tell when it was packed


def write_bundle(predictor: Predictor, about: Mapping[str, Any], path: Path) -> None:
    """Write a model with everything it needs; the file appears once it is complete.

    Args:
        predictor: The trained model.
        about: More information for the bundle: data, privacy, evaluation.
        path: The file.
    """
    with learning_libraries():
        import skops.io  # noqa: PLC0415  (an extra)

    document = json.dumps(as_document(predictor, about), ensure_ascii=False, allow_nan=False)
    parts = {PREPROCESSING: document.encode(), MODEL: skops.io.dumps(predictor.estimator)}
    manifest = {"format": FORMAT, "version": VERSION, "shoal_version": __version__}
    manifest |= {
        "scikit_learn": _scikit_learn(),
        "parts": {n: _size_and_hash(parts[n]) for n in parts},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in {MANIFEST: json.dumps(manifest, indent=2).encode(), **parts}.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), content, zipfile.ZIP_DEFLATED)
    write_complete(path, packed.getvalue())


def read_bundle(path: Path) -> Predictor:
    """The model in a file; DataError says why it is refused."""
    parts = _parts(path)
    try:
        document = json.loads(parts[PREPROCESSING])
        predictor = from_document(document, _estimator(parts[MODEL], path))
        fits = predictor.fits
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, StudyError):
        raise refusal(path, "its preprocessing cannot be read") from None
    if not fits:
        raise refusal(path, "its model does not fit its preprocessing")
    return predictor


def document_of(path: Path) -> dict[str, Any]:
    """The document in a bundle, which describes transformation, model and evaluation, as a dict."""
    try:
        document: dict[str, Any] = json.loads(_parts(path)[PREPROCESSING])
    except (ValueError, RecursionError):
        raise refusal(path, "its preprocessing cannot be read") from None
    return document


def _parts(path: Path) -> dict[str, bytes]:
    """The document and the classifier in a bundle, by name, checked against its manifest."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
            return {name: _part(archive, name, manifest, path) for name in (PREPROCESSING, MODEL)}
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError):
        raise refusal(path, "it is no complete archive") from None
    except (ValueError, TypeError, AttributeError, zipfile.zlib.error):  # type: ignore[attr-defined]
        raise refusal(path, "its manifest or a part is damaged") from None


def _manifest(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    """The manifest of a bundle that has the right parts, format and version; else DataError."""
    names = sorted(archive.namelist())
    if names != sorted((MANIFEST, PREPROCESSING, MODEL)):
        raise refusal(path, f"expected its three parts, found {len(names)} others or some twice")
    if archive.getinfo(MANIFEST).file_size > 1 << 20:
        raise refusal(path, "its manifest is too large")
    _refuse_bombs(archive, path)
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["format"] != FORMAT:
        raise refusal(path, "it is no model of Shoal")
    if manifest["version"] != VERSION:
        raise refusal(
            path,
            f"it has version {manifest['version']} of the format, and Shoal {__version__} reads"
            f" version {VERSION}",
            "Use a newer Shoal, or export the model again.",
        )
    return manifest


def _part(archive: zipfile.ZipFile, name: str, manifest: Mapping[str, Any], path: Path) -> bytes:
    """The bytes of a part, if they are those that the manifest names; else DataError."""
    expected = manifest["parts"][name]
    if archive.getinfo(name).file_size != expected["bytes"] or expected["bytes"] > MOST_BYTES:
        raise refusal(path, f"{name} has not the size that its manifest says")
    content = archive.read(name)
    if _size_and_hash(content) != expected:
        raise refusal(path, f"{name} is not what its manifest says")
    if name == MODEL and manifest["scikit_learn"] != _scikit_learn():
        raise refusal(
            path,
            f"its model was trained with scikit-learn {manifest['scikit_learn']}, and"
            f" {_scikit_learn()} could predict differently",
            "Install that version, or export the model again.",
        )
    return content


def _estimator(content: bytes, path: Path) -> Any:  # noqa: ANN401  (a classifier of any kind)
    """The classifier, if it holds trusted types only; else DataError."""
    import skops.io  # noqa: PLC0415  (heavy)

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:  # it is an archive in the archive
            _refuse_bombs(archive, path)
        unknown = set(skops.io.get_untrusted_types(data=content)) - set(TRUSTED)
        if not unknown:
            return skops.io.loads(content, trusted=TRUSTED)
    except DataError:
        raise
    except Exception:  # skops raises many kinds of errors for damaged files
        raise refusal(path, "its model cannot be read") from None
    raise refusal(path, f"its model holds {len(unknown)} types that are not trusted")


def _refuse_bombs(archive: zipfile.ZipFile, path: Path) -> None:
    """Raise an error if a small archive would become huge when it is unpacked."""
    for part in archive.infolist():
        grown = part.file_size > FREE_BYTES + MOST_GROWTH * part.compress_size
        if grown or part.file_size > MOST_BYTES:
            raise refusal(path, "a part of it would become far larger than it is")


def _size_and_hash(content: bytes) -> dict[str, Any]:
    """What a manifest says about a part."""
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def _scikit_learn() -> str:
    """The version of scikit-learn, as far as it matters for saved models: its first two numbers."""
    with learning_libraries():
        from sklearn import __version__ as version  # noqa: PLC0415  (an extra)

    return ".".join(version.split(".")[:2])
