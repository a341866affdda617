import polars as pl
import pytest

from shoal.data.types import STRING
from shoal.errors import StudyError
from shoal.hierarchies import build_hierarchy, builder_of, builders, fit_to_type
from shoal.hierarchies.builder import builders as registered


def test_every_builder_of_the_contract_is_registered():
    contract = "file intervals ordered-groups dates masking priorities top-bottom code-prefixes"
    names = {*contract.split(), "icd10", "icd9", "automatic", "identity", "suppression"}
    assert names <= {*builders, *builders.planned, "automatic"}
    assert builders is registered


def test_an_unknown_builder_is_refused_with_a_suggestion():
    with pytest.raises(StudyError, match="Did you mean 'masking'"):
        builder_of({"builder": "maskin"})


def test_every_builder_has_a_schema_with_a_description():
    for name in builders:
        assert builders.schema(name)["description"]


def test_a_builder_gets_different_known_values_in_order():
    found = build_hierarchy(builder_of({"builder": "identity"}), pl.Series(["b", None, "a", "b"]))
    assert found.levels[0].to_list() == ["a", "b"]


def test_a_builder_that_asks_for_counts_gets_them():
    class Curious:
        needs_counts = True

        def build(self, values, counts):
            return values.to_list(), counts.tolist()

    assert build_hierarchy(Curious(), pl.Series(["b", None, "a", "b"])) == (["a", "b"], [1, 2])


def test_a_builder_that_does_not_care_about_types_stays_as_it_is():
    builder = builder_of({"builder": "masking"})
    assert fit_to_type(builder, STRING) is builder
