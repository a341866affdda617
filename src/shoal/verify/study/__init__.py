"""The verifier's own reading of a study."""
