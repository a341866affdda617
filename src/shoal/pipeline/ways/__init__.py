"""How a problem is solved. A study has one way, which is chosen here and nowhere else."""
