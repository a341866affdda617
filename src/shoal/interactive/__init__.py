"""Learning a person's preferences from their answers (paper 002: the person in the loop)."""

from shoal.interactive.preferences import Preferences
from shoal.interactive.question import Question

__all__ = ["Preferences", "Question"]
