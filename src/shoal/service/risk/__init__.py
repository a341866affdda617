"""How well a table protects people, whoever made it: measured, and tried by attacks."""
