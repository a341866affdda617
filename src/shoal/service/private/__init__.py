"""Differentially private releases: what they may ask for, choose and spend."""
