"""Simulated attacks on a release, each beside what guessing without the release would give."""

from shoal.risk.attacks.attack import Attack
from shoal.risk.attacks.scene import Scene

__all__ = ["Attack", "Scene"]
