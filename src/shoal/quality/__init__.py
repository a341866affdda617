"""What a release costs: one family of losses per file; lower is better.

To add one, write a frozen dataclass with `loss(candidate)`, register it with its card under its
study name in a new file of this folder, and give it a worked example in `tests/quality`. Nothing
else.
"""

from shoal.quality.model import QualityModel, Score, quality_models

quality_models.live_in(__name__)

__all__ = ["QualityModel", "Score", "quality_models"]
