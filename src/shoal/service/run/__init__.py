"""A run on disk: its folder, its files, its certificate, and the way back from them."""
