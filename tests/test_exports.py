"""What is public is one list, and every name in it can be used."""

import subprocess
import sys

import pytest

import shoal

PUBLIC = [
    *("Canceled", "DataError", "NoReleaseError", "NotYetAvailable", "Release", "ShoalError"),
    *("Study", "StudyError", "TeachingSession", "UndecidedError", "VerificationError"),
    "__version__",
    *("anonymize", "check", "give", "read_study", "reidentify", "run", "teach", "verify_run"),
]


def test_the_public_names_are_exactly_these():
    assert sorted(shoal.__all__) == PUBLIC
    assert dir(shoal) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_can_be_used_and_explains_itself(name):
    assert getattr(shoal, name).__doc__


def test_a_verb_can_be_called_after_another_was():
    # A room of the same name would hide a verb once it is loaded.
    code = "import shoal\nassert callable(shoal.run)\nassert callable(shoal.verify_run)"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_a_star_import_gives_the_public_names_and_no_other():
    code = "from shoal import *; print(*sorted(set(dir()) - set(dir(__builtins__))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    hidden = {"__annotations__", "__builtins__"}
    assert sorted({*done.stdout.split(), "__version__"} - hidden) == PUBLIC


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'anonymise'"):
        _ = shoal.anonymise
