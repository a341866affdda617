"""What the verifier finds, and which checks a run of an earlier time can pass."""
