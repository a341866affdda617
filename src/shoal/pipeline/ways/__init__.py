"""How a problem is solved; a study has one way."""
