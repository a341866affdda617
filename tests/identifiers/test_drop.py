import pytest

from shoal.errors import StudyError
from shoal.identifiers import pseudonym_methods


def test_dropping_has_no_parameters():
    assert not hasattr(pseudonym_methods.build({"method": "drop"}), "pseudonyms")
    with pytest.raises(StudyError, match="has no parameter 'key'"):
        pseudonym_methods.build({"method": "drop", "key": "k"})
