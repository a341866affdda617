"""What models learn from, and how they are judged."""
