"""Promises about a release: one family per file.

To add one, write a frozen dataclass with `violations(classes)`, register it with its card under its
study name in a new file of this folder, and give it a worked example in `tests/privacy`. Nothing
else.
"""

from shoal.privacy.model import Monotonic, privacy_models

privacy_models.live_in(__name__)

__all__ = ["Monotonic", "privacy_models"]
