"""How well a table protects people, whatever program made it."""
