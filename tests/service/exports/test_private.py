"""Differential privacy: files that would take another, uncounted release are refused."""

import pytest

from service.learning.test_learned import TABLE
from service.learning.test_matrix import PRIVATE, study
from shoal.errors import StudyError
from shoal.service.exports.mapping import export_mapping
from shoal.service.exports.model import export_model
from shoal.study.study import Study


@pytest.mark.parametrize("verb", [export_model, export_mapping])
def test_nothing_is_exported_that_no_account_would_know(verb, tmp_path):
    keys = study(PRIVATE, "categorization of numbers", tmp_path).given()
    TABLE.write_csv(tmp_path / "data.csv")
    private = Study.of({**keys, "data": "data.csv"}, tmp_path)
    with pytest.raises(StudyError, match="another release without counting it"):
        verb(private, tmp_path / "out")
    assert not (tmp_path / "out").exists()
