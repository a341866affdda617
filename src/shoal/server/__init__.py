"""What a server keeps, its users, its jobs and its actions."""
