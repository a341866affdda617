"""What a run knows after each step; every state is frozen and holds the one before."""
