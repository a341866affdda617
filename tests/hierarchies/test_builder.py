import pytest

from shoal.errors import NotYetAvailable, StudyError
from shoal.hierarchies import builder_of, builders
from shoal.hierarchies.builder import builders as registered


def test_the_builders_of_the_first_release_are_registered():
    assert list(builders) == ["file", "identity", "intervals", "masking", "suppression"]
    assert builders is registered


def test_a_builder_of_the_contract_that_is_not_built_says_so():
    with pytest.raises(NotYetAvailable, match="icd10"):
        builder_of({"builder": "icd10"})


def test_an_unknown_builder_is_refused_with_a_suggestion():
    with pytest.raises(StudyError, match="Did you mean 'masking'"):
        builder_of({"builder": "maskin"})


def test_every_builder_has_a_schema_with_a_description():
    for name in builders:
        assert builders.schema(name)["description"]
