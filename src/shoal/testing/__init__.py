"""Laws for plugins: run them over a plugin that you write, in any test framework or none.

    from shoal.testing import check_privacy_model

    def test_flock():
        check_privacy_model("flock", {"smallest": 3}, breaks=lambda members, _: len(members) < 3)

Each law raises AssertionError with a sentence that says what is wrong. The plugin must be
registered: import its module first, or declare its entry point. See docs/plugins.md.

- privacy: `check_privacy_model`, and `check_independent_check` for the check that verifies it
- quality: `check_quality_model`
- hierarchies: `check_builder`
- learning: `check_learner`
"""

from shoal.testing.hierarchies import check_builder
from shoal.testing.independence import check_independent_check
from shoal.testing.learning import check_learner
from shoal.testing.privacy import check_privacy_model
from shoal.testing.quality import check_quality_model

__all__ = [
    "check_builder",
    "check_independent_check",
    "check_learner",
    "check_privacy_model",
    "check_quality_model",
]
