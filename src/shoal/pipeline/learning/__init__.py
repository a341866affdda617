"""What models learn from a release, and how they are judged."""
