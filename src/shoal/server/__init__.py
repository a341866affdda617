"""A server without a face: its users and sessions, what it stores, its jobs and its actions."""
